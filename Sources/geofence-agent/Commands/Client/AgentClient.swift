/// Asks a running agent by requests over MQTT.
struct AgentClient {
    private let broker: BrokerClient
    private let topics: Topics

    /// - Throws: `Failure.broker` where there is none.
    init(_ settings: MQTTSettings, topics: Topics) throws(Failure) {
        self.topics = topics
        do throws(MQTTFailure) {
            broker = try BrokerClient(settings)
            try broker.subscribe("\(topics.base)/response/#")
        } catch {
            throw .broker(error)
        }
    }

    /// Why there is no answer, or none that helps.
    enum Failure: Error, CustomStringConvertible {
        /// The broker, or nobody who answers.
        case broker(MQTTFailure)
        /// The agent refuses, and says what to do.
        case refused(String)
        /// What came is no answer.
        case unreadable

        var description: String {
            switch self {
            case .broker(let failure): "\(failure); is the agent running, and on this broker?"
            case .refused(let reason): reason
            case .unreadable: "the answer can't be read; are agent and command of the same version?"
            }
        }
    }

    /// Sends a request and gives the answer's `data`.
    func ask(_ command: String, _ members: (inout JSONWriter) -> Void = { _ in }) throws(Failure) -> JSONNode
    {
        let transaction = "cli-\(UInt64.random(in: 0...(.max)))"
        let request = JSONWriter.object { json in
            members(&json)
            json.member("transaction", transaction)
        }
        var answer: JSONNode?
        do throws(MQTTFailure) {
            try broker.publish("\(topics.requests)\(command)", request)
            _ = try broker.message { topic, payload in
                guard topic == topics.response(command),
                    let text = String(validating: payload, as: UTF8.self),
                    let root = try? JSONDocument.parse(text).root,
                    root.member("transaction")?.text == transaction
                else { return false }
                answer = root
                return true
            }
        } catch {
            throw .broker(error)
        }
        if let reason = answer?.member("error")?.text { throw .refused(reason) }
        guard let data = answer?.member("data") else { throw .unreadable }
        return data
    }

    /// Ends the connection.
    func close() { broker.close() }
}

extension JSONNode {
    /// The number under a key, where this is an object that has one there.
    ///
    /// Looked up by index: with an optional chain over `member` the compiler of Swift 6.3 ends in its optimiser.
    func number(of key: String) -> Double? {
        guard case .object(let members) = value, let index = members.firstIndex(where: { $0.key == key }),
            case .number(let number) = members[index].node.value
        else { return nil }
        return number
    }
    /// The elements; none where this is no list.
    var elements: [JSONNode] { if case .array(let nodes) = value { nodes } else { [] } }
}
