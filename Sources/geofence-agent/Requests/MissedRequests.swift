import GeofenceCore

/// What was asked of one of two agents while the other publishes, and answers.
///
/// Should the other be lost, nobody else answers what came behind its last sign of life. It is in memory
/// alone.
struct MissedRequests {
    /// What there is to answer.
    enum Content: Hashable {
        /// A question, which is looked up when it is answered.
        case question(command: String, payload: [UInt8])
        /// The answer to what was done at once.
        case answer([UInt8])

        fileprivate var byteCount: Int {
            switch self {
            case .question(_, let bytes), .answer(let bytes): bytes.count
            }
        }
    }

    struct Request: Hashable {
        var content: Content
        var reply: ReplyAddress
        var arrival: Timestamp

        fileprivate var byteCount: Int { content.byteCount + reply.byteCount }
    }

    /// Requests at most, and bytes of them: what comes beyond has no answer.
    static let most = 1000
    static let mostBytes = 1 << 20

    private var requests: [Request] = []
    private var byteCount = 0

    init() {}

    mutating func add(_ content: Content, to reply: ReplyAddress, at now: Timestamp) {
        let request = Request(content: content, reply: reply, arrival: now)
        guard requests.count < Self.most, byteCount + request.byteCount <= Self.mostBytes else { return }
        requests.append(request)
        byteCount += request.byteCount
    }

    /// The other agent is there: it answers.
    mutating func removeAll() {
        guard !requests.isEmpty else { return }
        (requests, byteCount) = ([], 0)
    }

    /// Gives those that have arrived since a moment, and forgets all.
    mutating func drain(since moment: Timestamp) -> [Request] {
        defer { removeAll() }
        return requests.filter { $0.arrival >= moment }
    }
}

extension Agent {
    /// Answers what the other agent has left without an answer, having been heard last before a moment.
    mutating func answerMissed(since moment: Timestamp, at now: Timestamp) {
        for request in missed.drain(since: moment) {
            switch request.content {
            case .answer(let answer): send(answer, to: request.reply, at: now)
            case .question(let command, let payload):
                payload.withUnsafeBytes { payload in
                    reply(to: command, payload, length: payload.count, request.reply, at: now)
                }
            }
        }
    }
}
