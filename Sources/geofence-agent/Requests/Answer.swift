import GeofenceCore
import MQTT

/// What is sent back for a request.
enum Answer {
    /// `{"status":"ok","data":…,"transaction":…}`; `data` is JSON.
    ///
    /// The agent of a `shard` says which it is, since it knows the devices of that alone.
    static func done(_ data: [UInt8], transaction: [UInt8]?, shard: Shard? = nil) -> [UInt8] {
        JSONWriter.object { json in
            json.member("status", "ok")
            json.member("data", json: data)
            if let shard { json.member("shard") { shard.write(to: &$0) } }
            if let transaction { json.member("transaction", json: transaction) }
        }
    }

    /// An error that says what is wrong and what to do: `{"status":"error","error":"…","transaction":…}`.
    static func refused(_ problem: RequestProblem, transaction: [UInt8]?) -> [UInt8] {
        JSONWriter.object { json in
            json.member("status", "error")
            json.member("error", clipped(problem.description))
            if let details = problem.details { json.member("data", json: details.bytes) }
            if let transaction { json.member("transaction", json: transaction) }
        }
    }
}

extension Answer {
    /// Characters at most that say what is wrong: keys and values of a request may stand in it.
    private static let longestError = 10_000
    /// Bytes of answers that are short whatever they say.
    private static let short = 4096

    /// What to send in the place of an answer that can't leave for its size; nil for what is no answer, or
    /// has nothing that could go.
    ///
    /// What was asked for may have been done, which it says.
    static func short(insteadOf payload: [UInt8]) -> [UInt8]? {
        let isDone = payload.starts(with: #"{"status":"ok","data":"#.utf8)
        guard payload.count > 2 * short, isDone || payload.starts(with: #"{"status":"error","error":"#.utf8)
        else { return nil }
        let outcome = isDone ? "the request is fulfilled" : "the request is refused"
        let problem = RequestProblem(
            "\(outcome), but the answer has \(payload.count) bytes, which the broker doesn't take; ask for less, or have it take larger packets"
        )
        let transaction = Request.transaction(in: payload).flatMap { $0.count <= short ? $0 : nil }
        return refused(problem, transaction: transaction)
    }

    private static func clipped(_ text: String) -> String {
        guard text.utf8.count > longestError else { return text }
        return text.prefix(longestError) + "…"
    }
}

/// Where an answer goes.
struct ReplyAddress: Hashable {
    /// The topic.
    var topic: String
    /// What MQTT 5 carries beside the payload, so that the client knows which request is answered.
    var correlation: [UInt8] = []
    /// Others that it carries, wherever the answer goes.
    var userProperties = UserProperties()

    /// Bytes that it has.
    var byteCount: Int { topic.utf8.count + correlation.count + userProperties.bytes.count }
}

extension ReplyAddress {
    /// Bytes of a topic that somebody wants an answer on, at most.
    static let longestTopic = 1024

    /// The topic that the message asks for, else the one that belongs to the command.
    ///
    /// Besides those of the agent's own answers only topics under `requests.replyPrefixes` are used: what the
    /// access list of the broker denies may end the connection. Nor is a topic that devices or Home Assistant
    /// have: who may ask for something may not forge a status with it, nor disturb others. Nor is a long one,
    /// which waits, and would be kept and logged, with the answer.
    init(
        asked: UnsafeRawBufferPointer,
        correlation: UnsafeRawBufferPointer,
        userProperties: UserProperties = UserProperties(),
        command: String,
        setup: AgentSettings
    ) {
        let topics = setup.topics
        let wanted = asked.count <= Self.longestTopic ? String(decoding: asked, as: UTF8.self) : ""
        let isAnswer = wanted.hasPrefix(topics.response(""))
        let isOther = setup.requests.allows(answerOn: wanted) && !wanted.hasPrefix("\(topics.base)/")
        let isUsable =
            (isAnswer || isOther) && !setup.isOfOthers(wanted) && !wanted.hasPrefix("$")
            && wanted.unicodeScalars.allSatisfy { TopicPattern.isAllowed($0) && $0 != "+" && $0 != "#" }
        self.init(
            topic: isUsable ? wanted : topics.response(command),
            correlation: isUsable ? Array(correlation) : [],
            userProperties: userProperties
        )
    }
}
