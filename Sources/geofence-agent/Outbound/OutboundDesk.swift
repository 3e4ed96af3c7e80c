import GeofenceCore

/// The questions that the agent has for servers over HTTP: those that are to leave, and what is done with the
/// answers.
///
/// The loop takes them behind a commit, and brings answers back; it never asks what they are about. None of
/// it is kept: a question changes nothing, and an agent that ends forgets who has asked.
struct OutboundDesk {
    /// What is done with an answer.
    typealias Purpose = @Sendable (inout Agent, OutboundAnswer, Timestamp) -> Void

    /// Questions at most that have no answer yet.
    static let mostPending = 256

    private var purposes: [UInt64: Purpose] = [:]
    private var leaving: [OutboundQuestion] = []
    private var newest: UInt64 = 0

    /// How many have no answer yet.
    var pendingCount: Int { purposes.count }
    /// Whether there is room for so many more.
    func hasRoom(for count: Int = 1) -> Bool { purposes.count + count <= Self.mostPending }

    /// Puts a question; says whether there was room for it.
    @discardableResult
    mutating func ask(_ request: OutboundRequest, _ purpose: @escaping Purpose) -> Bool {
        guard hasRoom() else { return false }
        newest += 1
        purposes[newest] = purpose
        leaving.append(OutboundQuestion(number: newest, request: request))
        return true
    }

    /// Takes the questions that are to leave.
    mutating func drain() -> [OutboundQuestion] {
        guard !leaving.isEmpty else { return [] }
        defer { leaving = [] }
        return leaving
    }

    /// Takes what is to be done with the answer to a question; nil where there is none under that number.
    mutating func purpose(of number: UInt64) -> Purpose? { purposes.removeValue(forKey: number) }
}

extension Agent {
    /// Does what an answer was asked for.
    mutating func finish(_ reply: OutboundReply, at now: Timestamp) {
        guard let purpose = port.outbound.purpose(of: reply.number) else { return }
        port.now = now
        purpose(&self, reply.answer, now)
    }
}
