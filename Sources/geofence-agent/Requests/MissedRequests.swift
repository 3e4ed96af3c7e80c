import GeofenceCore

/// What was asked of one of two agents while the other publishes, and answers.
///
/// The other says of each answer that it has left: that request is dropped here, whichever of the two is
/// heard of first. What is left when the other is lost has no answer. It is in memory alone.
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
        var mark: AnswerMark
        var arrival: Timestamp

        fileprivate var byteCount: Int { content.byteCount + reply.byteCount }
    }

    /// Requests at most, and bytes of them: what comes beyond has no answer.
    static let most = 1000
    static let mostBytes = 1 << 20
    /// Milliseconds after which the other must have answered, where it is there.
    ///
    /// A server that it asks has less. As long it is known what it has answered.
    static let patience: Int64 = 60_000

    private var requests: [Request] = []
    private var byteCount = 0
    /// Answers that were heard of before their requests, as many as those at most, oldest first.
    private var early: [(mark: AnswerMark, time: Timestamp)] = []

    init() {}

    mutating func add(_ content: Content, to reply: ReplyAddress, _ mark: AnswerMark, at now: Timestamp) {
        if let index = early.firstIndex(where: { $0.mark == mark }) {
            let time = early.remove(at: index).time
            if now.millisecondsSince(time) < Self.patience { return }
        }
        let request = Request(content: content, reply: reply, mark: mark, arrival: now)
        guard requests.count < Self.most, byteCount + request.byteCount <= Self.mostBytes else { return }
        requests.append(request)
        byteCount += request.byteCount
    }

    /// An answer has left.
    mutating func wasAnswered(_ mark: AnswerMark, at now: Timestamp) {
        if let index = requests.firstIndex(where: { $0.mark == mark }) {
            byteCount -= requests.remove(at: index).byteCount
        } else {
            if early.count == Self.most { early.removeFirst() }
            early.append((mark, now))
        }
    }

    /// The other agent is there: what it has not answered by now it never will.
    mutating func heardOther(at now: Timestamp) {
        let end = requests.firstIndex { now.millisecondsSince($0.arrival) < Self.patience } ?? requests.count
        guard end > 0 else { return }
        byteCount -= requests[..<end].reduce(0) { $0 + $1.byteCount }
        requests.removeFirst(end)
    }

    /// Gives what has no answer, and forgets it.
    mutating func drain() -> [Request] {
        defer { (requests, byteCount) = ([], 0) }
        return requests
    }
}

extension Agent {
    /// Answers what the other agent has left without an answer.
    mutating func answerMissed(at now: Timestamp) {
        for request in missed.drain() {
            switch request.content {
            case .answer(let answer): send(answer, to: request.reply, at: now)
            case .question(let command, let payload):
                payload.withUnsafeBytes { payload in
                    reply(to: command, payload, length: payload.count, request.reply, at: now)
                }
            }
        }
    }

    /// One of the two has said that an answer has left: the other need not give it.
    mutating func wasAnswered(_ mark: AnswerMark, byOther: Bool, at now: Timestamp) {
        if byOther { port.outbox.withdrawAnswer(mark) }
        if port.outbox.isHeld { missed.wasAnswered(mark, at: now) }
    }
}
