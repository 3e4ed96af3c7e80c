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
    /// Of these, questions at most over HTTP: who looks at a map keeps no request from its answer.
    static let mostOverHTTP = 4

    private var leaving: [Job] = []
    /// What has no answer yet.
    private var pending: [AnswerTicket: PastInquiry] = [:]
    /// Those among them that came over HTTP.
    private var overHTTP: Set<AnswerTicket> = []
    /// Those among them that concern a device which was forgotten meanwhile.
    private var outdated: Set<AnswerTicket> = []

    /// Whether there are questions that are to be answered.
    var hasLeaving: Bool { !leaving.isEmpty }

    /// Puts a question; says whether there was room for it.
    mutating func add(_ ticket: AnswerTicket, _ question: PastInquiry, isOverHTTP: Bool) -> Bool {
        guard pending.count < Self.mostPending, !isOverHTTP || overHTTP.count < Self.mostOverHTTP else {
            return false
        }
        if isOverHTTP { overHTTP.insert(ticket) }
        pending[ticket] = question
        leaving.append(Job(ticket: ticket, question: question))
        return true
    }

    /// Takes the questions that are to be answered.
    mutating func drain() -> [Job] {
        guard !leaving.isEmpty else { return [] }
        defer { leaving = [] }
        return leaving
    }

    /// A device is forgotten: what may have been read of it is not to be answered any more.
    mutating func forget(_ device: Identifier) {
        for (ticket, question) in pending where question.concerns(device) { outdated.insert(ticket) }
    }

    /// A question has its answer; says whether that may be given.
    mutating func didFinish(_ ticket: AnswerTicket) -> Bool {
        pending[ticket] = nil
        overHTTP.remove(ticket)
        return outdated.remove(ticket) == nil
    }
}

/// The answer to a question: its `data` as JSON, or why there is none.
struct PastReply: Hashable, Sendable {
    let ticket: AnswerTicket
    let result: Result<[UInt8], RequestProblem>
}

extension Agent {
    /// Answers whoever has asked.
    mutating func finish(_ reply: PastReply, at now: Timestamp) {
        port.now = now
        let mayAnswer = port.pastDesk.didFinish(reply.ticket)
        let outdated = RequestProblem("a device was forgotten meanwhile; ask again")
        complete(reply.ticket, mayAnswer ? reply.result : .failure(outdated), at: now)
    }
}
