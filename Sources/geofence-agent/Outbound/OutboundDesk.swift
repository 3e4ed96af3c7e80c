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

    private var purposes: [UInt64: (service: String, purpose: Purpose)] = [:]
    private var leaving: [OutboundQuestion] = []
    private var newest: UInt64 = 0
    private var counts: [String: OutboundCounts] = [:]

    /// How many have no answer yet.
    var pendingCount: Int { purposes.count }
    /// Whether there are questions that are to leave.
    var hasLeaving: Bool { !leaving.isEmpty }
    /// Whether there is room for so many more.
    func hasRoom(for count: Int = 1) -> Bool { purposes.count + count <= Self.mostPending }
    /// How many questions of a service have no answer yet.
    func waitingCount(of service: String) -> Int { Int(counts[service]?.waiting ?? 0) }
    /// What was asked of each service, by its name.
    var services: [OutboundCounts] { counts.values.sorted { $0.service < $1.service } }

    /// Puts a question; says whether there was room for it.
    ///
    /// What reads its answer on the thread that asks is nil where the loop does.
    @discardableResult
    mutating func ask(
        _ request: OutboundRequest,
        reading: OutboundReading? = nil,
        _ purpose: @escaping Purpose
    ) -> Bool {
        guard hasRoom() else { return false }
        newest += 1
        let service = request.lane.name
        purposes[newest] = (service, purpose)
        leaving.append(OutboundQuestion(number: newest, request: request, reading: reading))
        counts[service, default: OutboundCounts(service: service)].asked += 1
        return true
    }

    /// Takes the questions that are to leave.
    mutating func drain() -> [OutboundQuestion] {
        guard !leaving.isEmpty else { return [] }
        defer { leaving = [] }
        return leaving
    }

    /// Takes what is to be done with an answer; nil where nobody has asked under its number.
    mutating func purpose(of reply: OutboundReply) -> Purpose? {
        guard let (service, purpose) = purposes.removeValue(forKey: reply.number) else { return nil }
        counts[service]?.count(reply.answer)
        return purpose
    }
}

/// What a service was asked since the start.
struct OutboundCounts: Hashable, Sendable {
    /// Its name: that of the lane of its questions.
    var service: String
    var asked: UInt64 = 0
    /// Of these, those that it has answered, be it with an error.
    var answered: UInt64 = 0
    /// Those without an answer: no connection, too late, too long.
    var failed: UInt64 = 0

    /// Those that wait for an answer.
    var waiting: UInt64 { asked - answered - failed }

    fileprivate mutating func count(_ answer: OutboundAnswer) {
        if case .reply = answer { answered += 1 } else { failed += 1 }
    }
}

extension Agent {
    /// Does what an answer was asked for.
    mutating func finish(_ reply: OutboundReply, at now: Timestamp) {
        guard let purpose = port.outbound.purpose(of: reply) else { return }
        port.now = now
        purpose(&self, reply.answer, now)
    }
}
