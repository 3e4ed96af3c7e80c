import BenchmarkSupport
import Testing

@testable import geofence_agent

/// The outbox against its model, and what it tells the store against what the model still has.
@Suite struct OutboxModelTests {
    private struct Run {
        var outbox = Outbox()
        var model = OutboxModel()
        var store: [Int64: OutboxRow] = [:]
        var random: SeededGenerator
        var packet: Int32 = 0

        mutating func number(_ limit: UInt64) -> Int { Int(random.next() % limit) }

        mutating func step() {
            switch number(100) {
            case 0..<40: add()
            case 40..<65: send()
            case 65..<85: answer()
            case 85..<95: commit()
            case 95..<97: loseConnection()
            case 97: restart()
            default: deadLetter()
            }
        }

        /// The last two are one text to Swift.
        private static let topics = ["a", "b", "c", "Caf\u{E9}", "Cafe\u{301}"]

        private mutating func add() {
            let (topic, size, time) = (Self.topics[number(5)], number(4), Int64(number(1000)))
            let payload = [UInt8](repeating: 7, count: size)
            let correlation: [UInt8]? = number(4) == 0 ? Array(payload.prefix(1)) : nil
            let isRetained = correlation == nil && number(3) > 0
            outbox.add(
                topic: topic,
                payload: payload,
                isRetained: isRetained,
                time: time,
                correlation: correlation
            )
            model.add(
                topic: topic,
                payload: payload,
                isRetained: isRetained,
                time: time,
                correlation: correlation
            )
        }

        private mutating func send() {
            packet = packet % 50 + 1
            guard let row = outbox.nextSendable(), !model.onTheirWay.contains(packet) else { return }
            outbox.didSend(row, packet: packet)
            model.didSend(row, packet: packet)
        }

        private mutating func answer() {
            let waiting = model.onTheirWay
            let packet = waiting.isEmpty || number(10) == 0 ? 99 : waiting[number(UInt64(waiting.count))]
            let reason = ([0, 16, 127, 128, 135] as [Int32])[number(5)]
            let refused = outbox.acknowledge(packet: packet, reason: reason)
            #expect(refused == model.acknowledge(packet: packet, reason: reason))
        }

        private mutating func deadLetter() {
            guard let row = outbox.nextSendable() else { return }
            outbox.deadLetter(row, reason: 25)
            model.deadLetter(row, reason: 25)
        }

        private mutating func commit() {
            for row in outbox.changes.outgoing { store[row.number] = row }
            for number in outbox.changes.done + outbox.changes.dead.map(\.row.number) { store[number] = nil }
            outbox.didCommit()
            model.didCommit()
            #expect(kept == model.entries.map(\.row))
        }

        var kept: [OutboxRow] { store.values.sorted { $0.number < $1.number } }

        private mutating func loseConnection() {
            outbox.connectionLost()
            model.connectionLost()
        }

        private mutating func restart() {
            outbox = Outbox(stored: kept)
            model = OutboxModel(stored: kept)
        }
    }

    private struct Picture: Equatable {
        var next: OutboxRow?
        var count: Int
        var byteCount: Int
        var answerCount: Int
        var answerBytes: Int
        var inFlight: Int
        var age: Int64
        var outgoing: [OutboxRow]
        var done: [Int64]
        var dead: [OutboxRow]
        var reasons: [Int32]
        var hasChanges: Bool
        var hasNews: Bool

        init(_ outbox: inout Outbox) {
            (next, count, byteCount) = (outbox.nextSendable(), outbox.count, outbox.byteCount)
            (answerCount, answerBytes) = (outbox.answerCount, outbox.answerBytes)
            (inFlight, age) = (outbox.inFlight, outbox.oldestAge(2000))
            (outgoing, done) = (outbox.changes.outgoing, outbox.changes.done)
            (dead, reasons) = (outbox.changes.dead.map(\.row), outbox.changes.dead.map(\.reason))
            (hasChanges, hasNews) = (outbox.hasChanges, outbox.hasNews)
        }

        init(_ model: OutboxModel) {
            (next, count) = (model.nextSendable, model.entries.count)
            byteCount = model.entries.reduce(0) { $0 + $1.row.weight }
            let answers = model.entries.map(\.row).filter(\.isAnswer)
            (answerCount, answerBytes) = (answers.count, answers.reduce(0) { $0 + $1.weight })
            inFlight = model.onTheirWay.count
            age = model.entries.first.map { 2000 - $0.row.time } ?? 0
            (outgoing, done) = (model.outgoing, model.done)
            (dead, reasons) = (model.dead.map(\.row), model.dead.map(\.reason))
            hasNews = !outgoing.isEmpty || !dead.isEmpty
            hasChanges = hasNews || !done.isEmpty
        }
    }

    @Test(arguments: 0..<25)
    func `does what its model does`(_ seed: UInt64) throws {
        var run = Run(random: SeededGenerator(seed: seed))
        for step in 0..<400 {
            run.step()
            let (mine, theirs) = (Picture(&run.outbox), Picture(run.model))
            try #require(mine == theirs, "seed \(seed), step \(step)")
        }
    }

    @Test func `keeps its memory in bounds, and its numbers in order, over many rows`() {
        var run = Run(random: SeededGenerator(seed: 4))
        var left: [Int64] = []
        for number in 0..<6000 {
            run.outbox.add(
                topic: "t\(number % 7)",
                payload: [1],
                isRetained: number.isMultiple(of: 3),
                time: 0
            )
            run.outbox.didCommit()
            if number.isMultiple(of: 2), let row = run.outbox.nextSendable() {
                run.outbox.didSend(row, packet: 1)
                _ = run.outbox.acknowledge(packet: 1, reason: 0)
                left.append(row.number)
            }
        }
        while let row = run.outbox.nextSendable() {
            run.outbox.didSend(row, packet: 1)
            _ = run.outbox.acknowledge(packet: 1, reason: 0)
            left.append(row.number)
        }
        #expect(left == left.sorted())
        #expect(Set(left).count == left.count)
        #expect(run.outbox.count == 0)
        #expect(run.outbox.byteCount == 0)
        #expect(left.filter { ($0 - 1) % 3 != 0 }.count == 4000)
    }
}
