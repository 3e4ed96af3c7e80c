import GeofenceCore

/// What one of two agents that compute the same has to know of what the other publishes.
///
/// While it stands by it keeps its own events in the outbox until it sees them published. What is retained it
/// leaves out: whoever takes over publishes all of that anew. What can't be seen, such as a topic that is
/// taken back, it keeps until the other must have sent it.
struct StandbyOutput: Output {
    let name = "standby"
    let interest: Interest = [.messages, .transitions, .places]
    private(set) var filters: [String] = []

    /// What has come of the lease and of the agents' states, until the loop asks for it.
    private var signs: [PairSign] = []
    /// Rows of the outbox by what they say, until that is seen.
    private var waiting: [PublishedMark: Int64] = [:]
    /// What was seen before it was computed here.
    private var early = EarlyMarks() { didSet { isUnsaved = true } }
    /// Rows whose publication nobody sees, with the time of each, oldest first.
    private var unseen: [(number: Int64, time: Int64)] = []
    /// Rows up to this one were looked at.
    private var settledUpTo: Int64 = 0
    private var isUnsaved = false

    /// How the topics begin.
    private var base = ""
    private var lease: [UInt8] = []
    private var (pairState, echo): ([UInt8], [UInt8]) = ([], [])
    private var stateStart: [UInt8] = []
    private var eventStart: [UInt8] = []
    private var visitStart: [UInt8] = []

    /// Milliseconds after which the other has sent what it had to send, besides those that its oldest message
    /// has waited.
    private static let allowance: Int64 = 10_000
    /// Signs at most between two turns.
    private static let mostSigns = 1000

    mutating func use(_ settings: AgentSettings) {
        let topics = settings.topics
        filters = [topics.lease, topics.echo, topics.state, topics.pairFilter, topics.allEvents]
        if settings.places.rules != nil { filters.append(topics.allVisits) }
        base = "\(topics.base)/"
        (lease, echo) = (Array(topics.lease.utf8), Array(topics.echo.utf8))
        pairState = Array(topics.state.utf8)
        stateStart = Array(topics.lease.utf8.dropLast("lease".utf8.count))
        (eventStart, visitStart) = (Array("\(base)event/".utf8), Array("\(base)visit/".utf8))
    }

    mutating func receive(
        _ message: ReceivedMessage,
        _ tracker: borrowing Tracker,
        _ port: inout OutputPort
    ) throws(Rejection) -> [Input]? {
        if message.topic.starts(with: eventStart) || message.topic.starts(with: visitStart) {
            let payload = try message.whole()
            guard let topic = String(validating: message.topic, as: UTF8.self),
                let mark = PublishedMark(topic: topic.dropFirst(base.count), payload: payload)
            else { throw .shape }
            saw(mark, at: message.arrival, &port)
            return []
        }
        guard message.topic.starts(with: stateStart) else { return nil }
        if message.topic.elementsEqual(lease) {
            let lease = try PairLease(message.whole())
            hear(message.isRetained ? .kept(lease) : lease.isOver ? .yielded(lease) : .beat(lease))
            if !message.isRetained, !lease.isOver { dropSent(before: message.arrival, lease, &port) }
            return []
        }
        if message.topic.elementsEqual(echo) {
            guard let time = Int64(String(decoding: message.payload, as: UTF8.self)) else { throw .shape }
            hear(.echo(Timestamp(milliseconds: time)))
            return []
        }
        if message.topic.elementsEqual(pairState) {
            if !message.isRetained, message.payload.elementsEqual("offline".utf8) { hear(.pairIsGone) }
            return []
        }
        guard let text = String(validating: message.topic.dropFirst(stateStart.count), as: UTF8.self),
            text.hasSuffix("/state"), Standby.isID(String(text.dropLast("/state".count)))
        else { return nil }
        let isOnline = message.payload.elementsEqual("online".utf8)
        let id = String(text.dropLast("/state".count))
        hear(.state(id: id, isOnline: isOnline, isKept: message.isRetained))
        return []
    }

    private mutating func hear(_ sign: PairSign) { if signs.count < Self.mostSigns { signs.append(sign) } }

    /// How many events and visits were seen that are yet to be computed.
    var earlyCount: Int { early.count }

    /// Gives what has come of lease and states.
    mutating func drainSigns() -> [PairSign] {
        defer { signs.removeAll() }
        return signs
    }
}

// MARK: - What is published by whom

extension StandbyOutput {
    /// An event or a visit was published, by one of the two.
    private mutating func saw(_ mark: PublishedMark, at now: Timestamp, _ port: inout OutputPort) {
        settle(&port)
        if let number = waiting.removeValue(forKey: mark) {
            // Others may not have yet what one session is sent: of what this agent has handed over only the
            // broker's own answer says that all have it.
            if !port.outbox.wasHanded(number) { port.outbox.withdraw(number) }
        } else if port.outbox.isHeld {
            // Who leads hears itself.
            early.add(mark, at: now)
            port.note(EarlyMarks.note(mark, at: now), of: self)
        }
    }

    /// Looks at the rows that are new.
    private mutating func settle(_ port: inout OutputPort) {
        let newest = port.outbox.newestNumber
        guard newest > settledUpTo else { return }
        for row in port.outbox.rows(behind: settledUpTo) where !row.isAnswer {
            let topic = row.topic.hasPrefix(base) ? row.topic.dropFirst(base.count) : ""
            if !row.isRetained, let mark = PublishedMark(topic: topic, payload: row.payload) {
                if !early.isEmpty, early.remove(mark, at: Timestamp(milliseconds: row.time)) {
                    port.outbox.withdraw(row.number)
                } else {
                    waiting[mark] = row.number
                }
            } else if port.outbox.isHeld {
                if row.isRetained, !row.payload.isEmpty {
                    port.outbox.withdraw(row.number)
                } else {
                    unseen.append((row.number, row.time))
                }
            }
        }
        settledUpTo = newest
        // Who may not read the topics of events never sees any.
        guard waiting.count > 2 * Outbox.mostRows else { return }
        waiting = waiting.filter { port.outbox.has($0.value) }
    }

    /// Takes back what the leader must have sent by now, and can't be seen.
    private mutating func dropSent(before now: Timestamp, _ lease: PairLease, _ port: inout OutputPort) {
        guard port.outbox.isHeld, !unseen.isEmpty else { return }
        let end = now.milliseconds - lease.waits - Self.allowance
        let count = unseen.firstIndex { $0.time >= end } ?? unseen.count
        for row in unseen[..<count] { port.outbox.withdraw(row.number) }
        unseen.removeFirst(count)
    }

    /// Another agent publishes in our place from now on, or no more.
    mutating func hold(_ isHeld: Bool, _ port: inout OutputPort) {
        port.outbox.hold(isHeld)
        unseen = []
        waiting = [:]
        settledUpTo = 0
        settle(&port)
    }

    mutating func work(_ tracker: borrowing Tracker, _ port: inout OutputPort) { settle(&port) }
}

// MARK: - Memory beyond the process

extension StandbyOutput {
    mutating func drop(
        _ device: Int,
        _ id: Identifier,
        _ tracker: borrowing Tracker,
        _ port: inout OutputPort
    ) -> [Input] {
        if !early.isEmpty { early.drop(id) }
        return []
    }

    var checkpoint: [UInt8]? { isUnsaved ? early.bytes : nil }

    mutating func didCheckpoint() { isUnsaved = false }

    mutating func restore(_ bytes: [UInt8]) throws(DamagedBytes) {
        early = try EarlyMarks(from: bytes)
        isUnsaved = false
    }

    mutating func recall(_ note: [UInt8]) throws(DamagedBytes) {
        let (mark, time) = try EarlyMarks.read(note: note)
        early.add(mark, at: time)
    }

    mutating func recover(_ effects: Effects, _ tracker: borrowing Tracker) {
        guard !early.isEmpty else { return }
        for event in effects.events { early.remove(PublishedMark(event), at: event.time) }
        for event in effects.visits {
            early.remove(PublishedMark(event), at: event.report.visit.arrival)
        }
    }
}
