import GeofenceCore

/// Questions about the past that have no answer yet: each takes longer than a turn of the loop, which has
/// them answered on another thread, and changes nothing.
struct PastDesk {
    /// A question, and who waits for the answer.
    struct Job: Sendable {
        let ticket: AnswerTicket
        let question: PastInquiry
    }

    /// Questions at most that have no answer.
    static let mostPending = 8

    private var leaving: [Job] = []
    private var pending = 0

    /// Whether there are questions that are to be answered.
    var hasLeaving: Bool { !leaving.isEmpty }

    /// Puts a question; says whether there was room for it.
    mutating func add(_ ticket: AnswerTicket, _ question: PastInquiry) -> Bool {
        guard pending < Self.mostPending else { return false }
        pending += 1
        leaving.append(Job(ticket: ticket, question: question))
        return true
    }

    /// Takes the questions that are to be answered.
    mutating func drain() -> [Job] {
        guard !leaving.isEmpty else { return [] }
        defer { leaving = [] }
        return leaving
    }

    /// A question has its answer.
    mutating func didFinish() { pending -= 1 }
}

/// The answer to a question: its `data` as JSON, or why there is none.
struct PastReply: Hashable, Sendable {
    let ticket: AnswerTicket
    let result: Result<[UInt8], RequestProblem>
}

extension Agent {
    /// Answers whoever has asked.
    mutating func finish(_ reply: PastReply, at now: Timestamp) {
        port.pastDesk.didFinish()
        port.now = now
        complete(reply.ticket, reply.result, at: now)
    }
}
