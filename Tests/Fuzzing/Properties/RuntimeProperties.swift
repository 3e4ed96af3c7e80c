@testable import AgentTestSupport
import GeofenceCore
@testable import geofence_agent

/// What holds for an agent whatever comes, in any order: each line of the bytes is a step.
///
/// One agent goes through all of them, the other is killed and starts again from its store where a line says
/// so. Both publish the same, and know the same at each step. What is announced to Home Assistant is
/// published once more after a start: from then on only the last payload of each retained topic is compared,
/// at the end.
enum RuntimeProperties {
    /// Steps of an input that count.
    private static let mostSteps = 200

    static func check(_ bytes: [UInt8]) throws(Finding) {
        var (whole, killed) = (try RuntimeSubject(), try RuntimeSubject())
        var clock = RuntimeClock()
        var batch: [RuntimeStep] = []
        for line in bytes.split(separator: 0x0A).prefix(mostSteps) {
            guard let step = RuntimeStep(line, &clock) else { continue }
            batch.append(step)
            if case .commit(let end) = step {
                try run(batch, end, at: clock.later(end == .deathUnheard ? 60_000 : 0), &whole, &killed)
                batch = []
            }
        }
        try run(batch, .whole, at: clock.later(0), &whole, &killed)
        let last: [RuntimeStep] = [.advance(clock.later(1000)), .work(clock.later(0))]
        try run(last, .death, at: clock.later(0), &whole, &killed)
        try whole.finish(at: clock.later(0))
        try killed.finish(at: clock.later(0))
        try requireSame(killed.retained, whole.retained, "what is retained in the end")
    }

    /// Has both go through a batch, which one of them does not survive as its end says.
    private static func run(
        _ batch: [RuntimeStep],
        _ end: RuntimeStep.End,
        at now: Int64,
        _ whole: inout RuntimeSubject,
        _ killed: inout RuntimeSubject
    ) throws(Finding) {
        if end == .deathBefore {
            // Nothing of it was kept, and the broker sends all of it again.
            whole.reconnect()
            killed.run(batch)
            try killed.restart()
        }
        whole.run(batch)
        killed.run(batch)
        try requireSame(killed.rows, whole.rows, "the rows after \(batch)")
        try whole.commit(checkpoint: false)
        try killed.commit(checkpoint: end == .checkpoint || end == .deathBehindCheckpoint)
        if end == .death || end == .deathBehindCheckpoint || end == .deathUnheard {
            try killed.restart()
            whole.reconnect()
        }
        if end == .deathUnheard {
            // All was kept, but the broker has not heard of it. What is held back to be sorted goes before,
            // and what comes again may be held back, too: the clock runs on for both.
            try tick(at: now - 30_000, &whole, &killed, "the rows before messages come again: \(batch)")
            killed.repeatMessages(batch, at: now - 30_000)
            try tick(at: now, &whole, &killed, "the rows where messages come again: \(batch)")
        }
        try checkState(killed.state, whole.state, batch, isRepeated: killed.hasRepeatedLate)
        guard !whole.isAnnounced else { return }
        try requireSame(killed.stored.count, whole.stored.count, "how many rows wait after \(batch)")
        try requireSame(killed.stored, whole.stored, "the rows that wait after \(batch)")
    }

    /// The clock runs for both, and what that brings about is kept.
    private static func tick(
        at now: Int64,
        _ whole: inout RuntimeSubject,
        _ killed: inout RuntimeSubject,
        _ what: @autoclosure () -> String
    ) throws(Finding) {
        whole.run([.advance(now), .work(now)])
        killed.run([.advance(now), .work(now)])
        try requireSame(killed.rows, whole.rows, what())
        try whole.commit(checkpoint: false)
        try killed.commit(checkpoint: false)
    }

    /// Both know the same; of what differs the first is named.
    private static func checkState(
        _ killed: [String: [UInt8]],
        _ whole: [String: [UInt8]],
        _ batch: [RuntimeStep],
        isRepeated: Bool
    ) throws(Finding) {
        guard killed != whole else { return }
        for name in Set(killed.keys).union(whole.keys).sorted()
        where !isRepeated || !name.hasPrefix("device ") {
            try requireSame(killed[name], whole[name], "\(name) after \(batch)")
        }
    }
}

/// Moments of a script: milliseconds since the beginning, and packet ids.
struct RuntimeClock {
    private var now: Int64 = 0
    private var packet: UInt16 = 0

    /// A moment so much later.
    mutating func later(_ milliseconds: Int64) -> Int64 {
        now += milliseconds
        return now
    }

    mutating func setBack(by milliseconds: Int64) { now -= milliseconds }

    mutating func nextPacket() -> UInt16 {
        packet = packet % 60_000 + 1
        return packet
    }
}

/// An agent with its store.
struct RuntimeSubject {
    private var driver: AgentDriver
    private var store = MemoryStore()
    /// What it was configured with at its last checkpoint.
    private var settings: AgentSettings
    /// What the broker would keep, by topic.
    private(set) var retained: [String: [UInt8]] = [:]
    /// Whether anything was announced to Home Assistant.
    private(set) var isAnnounced = false
    /// Whether messages have come again where late events are wanted: what is kept for those has them twice.
    private(set) var hasRepeatedLate = false
    /// Packet ids of what was sent.
    private var sent: Int32 = 0

    init() throws(Finding) {
        driver = try FuzzedSite.driver(0)
        settings = driver.agent.port.settings
        try commit(checkpoint: true)
    }

    mutating func run(_ batch: [RuntimeStep]) {
        for step in batch { run(step) }
    }

    /// Takes the messages of a batch once more, as after a broken connection; what has no packet id is sent
    /// once.
    mutating func repeatMessages(_ batch: [RuntimeStep], at time: Int64) {
        hasRepeatedLate = hasRepeatedLate || driver.agent.tracker.engine.stream.lateEvents
        for case .message(var message) in batch where message.packet != 0 {
            message.time = time
            take(message)
        }
    }

    private mutating func run(_ step: RuntimeStep) {
        switch step {
        case .message(let message): take(message)
        case .request(let command, let payload, let time, let packet):
            driver.ask(command, payload, at: time, packet: packet)
        case .advance(let time):
            driver.agent.ingestStreamed(at: AgentDriver.at(time))
            driver.agent.advance(to: AgentDriver.at(time))
            driver.agent.forgetSilent(at: AgentDriver.at(time))
        case .work(let time): work(at: time)
        case .setBack(let milliseconds): driver.agent.clockWasSetBack(byMilliseconds: milliseconds)
        case .settings(let index, let time): use(FuzzedSite.settings[index], at: time)
        case .send(let count, let isAnswered): send(count, isAnswered: isAnswered)
        case .commit: break
        }
    }

    private func take(_ message: RuntimeStep.Message) {
        driver.take(
            message.topic,
            message.payload,
            at: message.time,
            packet: message.packet,
            retained: message.isRetained
        )
    }

    /// Slices of background work, as long as there is any.
    private func work(at time: Int64) {
        for _ in 0..<64 {
            driver.agent.work(at: AgentDriver.at(time))
            guard driver.agent.hasWork else { return }
        }
    }

    private mutating func use(_ settings: AgentSettings, at time: Int64) {
        isAnnounced = isAnnounced || settings.homeAssistant.discovery
        driver.agent.use(settings)
        if !driver.agent.hasConfiguredFences {
            driver.agent.useConfiguredFences(at: AgentDriver.at(time))
        }
        driver.agent.pending.isDue = true
        driver.agent.notePendingZoneFences()
    }

    /// Hands rows to the broker, which answers each, or none.
    private mutating func send(_ count: Int, isAnswered: Bool) {
        for _ in 0..<count {
            guard let row = driver.agent.port.outbox.nextSendable() else { return }
            sent += 1
            driver.agent.port.outbox.didSend(row, packet: sent)
            if isAnswered { _ = driver.agent.port.outbox.acknowledge(packet: sent, reason: 0) }
        }
    }

    /// As the loop does: a device that was forgotten, or new settings, want a checkpoint.
    mutating func commit(checkpoint: Bool) throws(Finding) {
        let isDue = checkpoint || driver.agent.pending.isDue
        for row in driver.agent.port.outbox.changes.outgoing where row.isRetained {
            retained[row.topic] = row.payload.isEmpty ? nil : row.payload
        }
        store.commit(&driver.agent, checkpoint: isDue)
        settings = driver.agent.port.settings
        let (outbox, rows) = (driver.agent.port.outbox, store.state.outbox)
        try requireSame(outbox.count, rows.count, "the number of rows that wait")
        let bytes = rows.reduce(0) { $0 + $1.weight }
        try requireSame(outbox.byteCount, bytes, "the bytes of the rows that wait")
        try require(!outbox.hasChanges, "something waits for a commit right after it")
        try require(driver.agent.port.remarks.count <= 8, "too many remarks wait")
    }

    /// Starts again from the store.
    mutating func restart() throws(Finding) {
        do throws(DamagedBytes) {
            driver = AgentDriver(try Agent.recovered(settings, stored: store.state))
        } catch {
            throw Finding("the store isn't read: \(error)")
        }
        driver.agent.notePendingZoneFences()
        driver.agent.tracker.connectionResumed()
        try require(driver.agent.hasConfiguredFences, "the store has other fences than the configuration")
    }

    /// The connection is lost and there again.
    mutating func reconnect() {
        driver.agent.port.outbox.connectionLost()
        driver.agent.tracker.connectionResumed()
    }

    /// What waits for the next commit, in order.
    var rows: [String] {
        driver.agent.port.outbox.changes.outgoing.filter {
            !isAnnounced || !$0.topic.contains("homeassistant/")
        }.map { row in
            "\(row.topic) \(String(decoding: row.payload, as: UTF8.self)) \(row.isRetained)"
        }
    }

    /// Has the broker take all that waits, and does what is left to do.
    mutating func finish(at time: Int64) throws(Finding) {
        for _ in 0..<1000 {
            work(at: time)
            try commit(checkpoint: false)
            guard driver.agent.port.outbox.nextSendable() != nil else { return }
            send(.max, isAnswered: true)
        }
        throw Finding("work that doesn't end")
    }

    /// What is kept.
    var state: [String: [UInt8]] { FuzzedSite.state(of: driver.agent) }

    /// The rows that the store has; their numbers begin anew at a start where none waits.
    var stored: [OutboxRow] {
        store.state.outbox.map { row in
            var row = row
            row.number = 0
            return row
        }
    }
}
