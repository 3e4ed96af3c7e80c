import MQTT

/// Asks a running agent by requests over MQTT.
struct AgentClient {
    private let broker: BrokerClient
    private let topics: Topics

    /// - Throws: `Failure.noBroker` where there is none.
    init(_ settings: MQTTSettings, topics: Topics) throws(Failure) {
        self.topics = topics
        do throws(MQTTFailure) {
            broker = try BrokerClient(settings, answers: topics.response(""))
            try broker.subscribe("\(topics.response(""))#")
        } catch {
            throw .noBroker(error)
        }
    }

    /// Why there is no answer, or none that helps.
    enum Failure: Error, CustomStringConvertible {
        /// There is no broker, or it refuses.
        case noBroker(MQTTFailure)
        /// The broker is lost, or nobody answers.
        case noAnswer(MQTTFailure)
        /// The agent refuses, and says what to do.
        case refused(String)
        /// Nobody has answered the request that decides, so that it may be done or not.
        case undecided(MQTTFailure)
        /// What came is no answer, or none that this program understands; why, where that is known.
        case unreadable(String? = nil)

        var description: String {
            switch self {
            case .noBroker(let failure): "\(failure)"
            case .noAnswer(let failure):
                "\(failure); is the agent running, on this broker, and may this user ask it?"
            case .refused(let reason): reason
            case .undecided(let failure):
                "\(failure), and the last part was on its way: geofence-agent fences list --live tells whether the fences are taken"
            case .unreadable(let reason):
                "the answer can't be read; are agent and command of the same version?\(reason.map { " (\($0))" } ?? "")"
            }
        }
    }

    /// Sends a request and gives the answer's `data`.
    ///
    /// The agent may take `patience` milliseconds to answer.
    func ask(
        _ command: String,
        patience: Int64 = BrokerClient.patience,
        _ members: (inout JSONWriter) -> Void = { _ in }
    ) throws(Failure) -> JSONNode {
        try Self.data(of: root(command, patience: patience, members))
    }

    /// The same with all that stands in the answer.
    private func root(
        _ command: String,
        patience: Int64 = BrokerClient.patience,
        _ members: (inout JSONWriter) -> Void
    ) throws(Failure) -> JSONNode {
        let transaction = "cli-\(UInt64.random(in: 0...(.max)))"
        let request = JSONWriter.object { json in
            members(&json)
            json.member("transaction", transaction)
        }
        return try answer(to: command, request, transaction: .string(transaction), within: patience).root
    }

    /// What an answer gives.
    ///
    /// - Throws: `Failure.refused`, `Failure.unreadable`.
    static func data(of answer: JSONNode) throws(Failure) -> JSONNode {
        if let reason = answer.member("error")?.text { throw .refused(reason) }
        guard let data = answer.member("data") else { throw .unreadable() }
        return data
    }

    /// Sends a request that has a transaction of its own, and waits for the answer that has it, too.
    func answer(
        to command: String,
        _ request: [UInt8],
        transaction: JSONValue,
        within patience: Int64
    ) throws(Failure) -> (root: JSONNode, bytes: [UInt8]) {
        let mark = transaction.bytes
        var answer: JSONNode?
        do throws(MQTTFailure) {
            try broker.publish("\(topics.requests)\(command)", request)
            let bytes = try broker.message(within: patience) { topic, payload in
                guard topic == topics.response(command),
                    let text = String(validating: payload, as: UTF8.self),
                    let root = try? JSONDocument.parse(text).root,
                    root.member("transaction")?.value.bytes == mark
                else { return false }
                answer = root
                return true
            }
            guard let answer else { throw MQTTFailure("reading", reason: "no answer") }
            return (answer, bytes)
        } catch {
            throw error.code == nil ? .noAnswer(error) : .noBroker(error)
        }
    }

    /// Entries of a list at most: whoever answers without an end is no agent.
    private static let mostEntries = 10_000_000

    /// All entries of a list that comes in pages, each beginning behind the last one's `id`.
    ///
    /// `page` is given what else stands in each answer. Where several agents share a fleet, and each has
    /// entries `ofShards` of its own, all of them are asked, one after the other.
    func list(
        _ command: String,
        _ entries: String,
        by id: String,
        ofShards: Bool = false,
        _ page: (JSONNode) -> Void = { _ in }
    ) throws(Failure) -> [JSONNode] {
        var all: [JSONNode] = []
        var (last, partition): (String?, Int?) = (nil, nil)
        while true {
            let answer = try root(command) { json in
                if let last { json.member("after", last) }
                if let partition { json.member(named: Request.partitionKey, partition) }
            }
            let data = try Self.data(of: answer)
            page(data)
            let next = data.member(entries)?.elements ?? []
            if next.isEmpty {
                guard ofShards, let other = try Self.nextPartition(behind: answer, partition) else {
                    return all
                }
                (last, partition) = (nil, other)
                continue
            }
            guard let reached = next.last?.member(id)?.text, reached != last else {
                throw .unreadable("the list does not go on")
            }
            last = reached
            all += next
            guard all.count <= Self.mostEntries else {
                throw .unreadable("the list has more than \(Self.mostEntries) entries")
            }
        }
    }

    /// The first partition of the next agent; nil where there is none.
    private static func nextPartition(behind answer: JSONNode, _ partition: Int?) throws(Failure) -> Int? {
        guard let shard = answer.member("shard"), let last = shard.number(of: "to"),
            let count = shard.number(of: "partitions"), let to = Int(exactly: last)
        else { return nil }
        guard to >= partition ?? 0 else { throw .unreadable("the shards do not go on") }
        return Double(to) + 1 < count ? to + 1 : nil
    }

    /// Keeps the connection for a while.
    func pause(milliseconds: Int64) throws(Failure) {
        do throws(MQTTFailure) {
            try broker.pause(milliseconds: milliseconds)
        } catch {
            throw .noAnswer(error)
        }
    }

    /// Ends the connection.
    func close() { broker.close() }
}
