import Testing

@testable import geofence_agent

@Suite struct OutboxTests {
    /// What leaves when everything that may leave does: topics with payloads, in order.
    private static func send(_ outbox: inout Outbox, firstPacket: Int32 = 1) -> [String] {
        var sent: [String] = []
        while let row = outbox.nextSendable() {
            outbox.didSend(row, packet: firstPacket + Int32(sent.count))
            sent.append("\(row.topic) \(String(decoding: row.payload, as: UTF8.self))")
        }
        return sent
    }

    private static func add(
        _ outbox: inout Outbox,
        _ topic: String,
        _ payload: String,
        retained: Bool = true,
        answering correlation: [UInt8]? = nil
    ) {
        outbox.add(
            topic: topic,
            payload: Array(payload.utf8),
            isRetained: retained,
            time: 5,
            correlation: correlation
        )
    }

    @Test func `lets answers leave behind all that is no answer`() {
        var outbox = Outbox()
        Self.add(&outbox, "answer", "1", retained: false, answering: [])
        Self.add(&outbox, "event", "2", retained: false)
        Self.add(&outbox, "answer", "3", retained: false, answering: [9])
        Self.add(&outbox, "event", "4", retained: false)
        outbox.didCommit()
        #expect(Self.send(&outbox) == ["event 2", "event 4", "answer 1", "answer 3"])
        outbox.connectionLost()
        #expect(Self.send(&outbox) == ["event 2", "event 4", "answer 1", "answer 3"])
    }

    @Test func `lets an answer leave now and then where there is always something else`() {
        var outbox = Outbox()
        Self.add(&outbox, "answer", "1", retained: false, answering: [])
        for number in 0..<200 { Self.add(&outbox, "event", "\(number)", retained: false) }
        outbox.didCommit()
        #expect(Self.send(&outbox).firstIndex(of: "answer 1") == Outbox.answerShare)
    }

    @Test func `lets nothing leave before it is committed`() {
        var outbox = Outbox()
        Self.add(&outbox, "a", "1", retained: false)
        #expect(outbox.nextSendable() == nil)
        outbox.didCommit()
        Self.add(&outbox, "b", "2", retained: false)
        #expect(Self.send(&outbox) == ["a 1"])
        outbox.didCommit()
        #expect(Self.send(&outbox) == ["b 2"])
    }

    @Test func `lets rows leave in the order in which they were added`() {
        var outbox = Outbox()
        for number in 0..<5 { Self.add(&outbox, "event", "\(number)", retained: false) }
        outbox.didCommit()
        #expect(Self.send(&outbox) == (0..<5).map { "event \($0)" })
    }

    @Test func `keeps only the newest of a retained topic, committed or not`() {
        var outbox = Outbox()
        Self.add(&outbox, "status", "1")
        Self.add(&outbox, "event", "2", retained: false)
        outbox.didCommit()
        Self.add(&outbox, "status", "3")
        Self.add(&outbox, "status", "4")
        Self.add(&outbox, "event", "5", retained: false)
        #expect(outbox.changes.outgoing.map(\.payload) == [[0x34], [0x35]])
        #expect(outbox.changes.done == [1])
        outbox.didCommit()
        #expect(Self.send(&outbox) == ["event 2", "status 4", "event 5"])
    }

    /// Each of them looked through all the others once: a minute and more.
    @Test(.timeLimit(.minutes(15)))
    func `replaces very many that are not committed yet, and keeps their order`() {
        var outbox = Outbox()
        for round in 0..<2 {
            for number in 0..<50_000 {
                Self.add(&outbox, "status \(number)", "\(round)")
                if number == 7 { Self.add(&outbox, "event", "\(round)", retained: false) }
            }
        }
        let outgoing = outbox.changes.outgoing
        #expect(outgoing.count == 50_002)
        #expect(outgoing.map(\.number) == outgoing.map(\.number).sorted())
        #expect(outgoing.first == .row(9, "event", "0", time: 5))
        #expect(outgoing.last == .row(100_002, "status 49999", "1", retained: true, time: 5))
        #expect(outbox.changes.done == [])
        outbox.didCommit()
        #expect(outbox.changes.outgoing == [])
        #expect(!outbox.hasChanges)
    }

    @Test func `lets a newer one follow what is on its way, and never overtake it`() {
        var outbox = Outbox()
        Self.add(&outbox, "status", "1")
        outbox.didCommit()
        #expect(Self.send(&outbox) == ["status 1"])
        Self.add(&outbox, "status", "2")
        Self.add(&outbox, "status", "3")
        outbox.didCommit()
        #expect(outbox.inFlight == 1)
        #expect(Self.send(&outbox, firstPacket: 2) == ["status 3"])
        outbox.connectionLost()
        #expect(Self.send(&outbox) == ["status 1", "status 3"])
    }

    @Test func `never sends an older one once the broker has the newer`() {
        var outbox = Outbox()
        for number in ["1", "2", "3"] {
            Self.add(&outbox, "status", number)
            outbox.didCommit()
            _ = Self.send(&outbox, firstPacket: 1 + Int32(outbox.inFlight))
        }
        #expect(outbox.inFlight == 3)
        #expect(outbox.acknowledge(packet: 2, reason: 0) == nil)
        #expect(outbox.changes.done == [1, 2])
        outbox.connectionLost()
        #expect(Self.send(&outbox) == ["status 3"])
    }

    @Test func `keeps only the newest, whichever of them a connection took along that is gone`() {
        var outbox = Outbox()
        for number in ["1", "2"] {
            Self.add(&outbox, "status", number)
            outbox.didCommit()
            _ = Self.send(&outbox, firstPacket: 1 + Int32(outbox.inFlight))
        }
        outbox.connectionLost()
        Self.add(&outbox, "status", "3")
        outbox.didCommit()
        #expect(Self.send(&outbox) == ["status 3"])
        #expect(outbox.count == 1)
    }

    @Test func `what replaces the oldest row comes behind all, though the list is shortened then`() {
        var outbox = Outbox()
        Self.add(&outbox, "a", "1")
        for number in 0..<2000 { Self.add(&outbox, "b", "\(number)") }
        Self.add(&outbox, "a", "2")
        #expect(outbox.count == 2)
        #expect(outbox.oldestNumber == 2001)
        #expect(outbox.newestNumber == 2002)
        #expect(outbox.changes.outgoing.map(\.number) == [2001, 2002])
        #expect(outbox.changes.done == [])
        outbox.didCommit()
        #expect(Self.send(&outbox) == ["b 1999", "a 2"])
        #expect(outbox.acknowledge(packet: 2, reason: 0) == nil)
        #expect(outbox.changes.done == [2002])
        #expect(outbox.count == 1)
    }

    @Test func `sends again, in order, what had no answer when the connection went`() {
        var outbox = Outbox()
        for number in 0..<5 { Self.add(&outbox, "event", "\(number)", retained: false) }
        outbox.didCommit()
        #expect(Self.send(&outbox).count == 5)
        #expect(outbox.acknowledge(packet: 2, reason: 0) == nil)
        #expect(outbox.acknowledge(packet: 4, reason: 16) == nil)
        outbox.connectionLost()
        #expect(outbox.inFlight == 0)
        #expect(outbox.acknowledge(packet: 1, reason: 0) == nil, "an answer to the connection before")
        #expect(Self.send(&outbox) == ["event 0", "event 2", "event 4"])
        #expect(outbox.changes.done == [2, 4])
    }

    @Test(
        arguments: [(0, false), (16, false), (127, false), (128, true), (135, true), (151, true)]
            as [(Int32, Bool)]
    )
    func `is done with a row when the broker has answered`(_ reason: Int32, _ isDead: Bool) {
        var outbox = Outbox()
        Self.add(&outbox, "event", "1", retained: false)
        outbox.didCommit()
        #expect(Self.send(&outbox) == ["event 1"])
        let row = OutboxRow.row(1, "event", "1", time: 5)
        #expect(outbox.acknowledge(packet: 1, reason: reason) == (isDead ? row : nil))
        #expect(outbox.changes.done == (isDead ? [] : [1]))
        #expect(outbox.changes.dead.map(\.row) == (isDead ? [row] : []))
        #expect(outbox.changes.dead.map(\.reason) == (isDead ? [reason] : []))
        #expect(outbox.hasNews == isDead)
        #expect(outbox.hasChanges)
        #expect(outbox.count == 0)
    }

    @Test func `lets what the broker was given leave again where another agent publishes, and nothing else`()
    {
        var outbox = Outbox()
        Self.add(&outbox, "event", "1", retained: false)
        Self.add(&outbox, "status", "2")
        outbox.didCommit()
        #expect(Self.send(&outbox) == ["event 1", "status 2"])
        Self.add(&outbox, "event", "3", retained: false)
        outbox.didCommit()
        outbox.hold(true)
        #expect(Self.send(&outbox, firstPacket: 7) == [], "it waits for the answer to packet 1")
        outbox.connectionLost()
        #expect(Self.send(&outbox) == ["event 1"])
        #expect(outbox.acknowledge(packet: 1, reason: 0) == nil)
        outbox.hold(false)
        #expect(Self.send(&outbox, firstPacket: 7) == ["status 2", "event 3"])
    }

    @Test func `lets nothing leave twice on one connection where the lead changes`() {
        var outbox = Outbox()
        Self.add(&outbox, "answer", "1", retained: false, answering: [])
        Self.add(&outbox, "event", "2", retained: false)
        outbox.didCommit()
        #expect(Self.send(&outbox) == ["event 2", "answer 1"])
        for isHeld in [true, false] {
            outbox.hold(isHeld)
            #expect(Self.send(&outbox, firstPacket: 7) == [], "\(isHeld)")
        }
        outbox.connectionLost()
        #expect(Self.send(&outbox) == ["event 2", "answer 1"])
    }

    @Test func `takes an answer once`() {
        var outbox = Outbox()
        Self.add(&outbox, "event", "1", retained: false)
        outbox.didCommit()
        _ = Self.send(&outbox)
        for packet: Int32 in [7, 1, 1] { #expect(outbox.acknowledge(packet: packet, reason: 0) == nil) }
        #expect(outbox.changes.done == [1])
    }

    @Test func `buries a row that can't be sent, and goes on with the next`() throws {
        var outbox = Outbox()
        for topic in ["a", "b"] { Self.add(&outbox, topic, "1") }
        outbox.didCommit()
        let first = outbox.nextSendable()
        outbox.deadLetter(try #require(first), reason: 25)
        #expect(Self.send(&outbox) == ["b 1"])
        #expect(outbox.changes.dead.map(\.reason) == [25])
        #expect(outbox.count == 1)
    }

    @Test func `takes up what the store holds, gaps and all`() {
        let stored = [
            OutboxRow.row(5, "event", "a", time: 100), .row(9, "status", "b", retained: true),
            .row(10, "status", "c", retained: true), .row(4000, "event", "d"),
        ]
        var outbox = Outbox(stored: stored)
        #expect(outbox.count == 4)
        #expect(outbox.byteCount == 4)
        #expect(outbox.oldestAge(350) == 250)
        #expect(!outbox.hasChanges)
        Self.add(&outbox, "status", "e")
        #expect(outbox.changes.outgoing == [.row(4001, "status", "e", retained: true, time: 5)])
        #expect(outbox.changes.done == [10, 9])
        #expect(Self.send(&outbox) == ["event a", "event d"])
        outbox.didCommit()
        #expect(Self.send(&outbox, firstPacket: 9) == ["status e"])
    }

    @Test func `is full at so many rows, until one has gone`() {
        var outbox = Outbox()
        for _ in 1..<Outbox.mostRows { outbox.add(topic: "t", payload: [], isRetained: false, time: 0) }
        outbox.didCommit()
        #expect(!outbox.isFull)
        outbox.add(topic: "t", payload: [], isRetained: false, time: 0)
        #expect(outbox.isFull)
        if let row = outbox.nextSendable() { outbox.didSend(row, packet: 1) }
        #expect(outbox.isFull)
        _ = outbox.acknowledge(packet: 1, reason: 0)
        #expect(!outbox.isFull)
    }

    @Test func `is full at so many bytes, until a newer one of its topic is shorter`() {
        var outbox = Outbox()
        let half = [UInt8](repeating: 0, count: Outbox.mostBytes / 2)
        outbox.add(topic: "a", payload: half, isRetained: true, time: 0)
        outbox.add(topic: "b", payload: Array(half.dropLast()), isRetained: true, time: 0)
        #expect(!outbox.isFull)
        outbox.add(topic: "c", payload: [1], isRetained: true, time: 0)
        #expect(outbox.isFull)
        outbox.add(topic: "a", payload: [1], isRetained: true, time: 0)
        #expect(!outbox.isFull)
        #expect(outbox.byteCount == Outbox.mostBytes / 2 + 1)
    }

    @Test func `has no age where it is empty, nor a negative one where the clock was set back`() {
        var outbox = Outbox()
        #expect(outbox.oldestAge(1000) == 0)
        Self.add(&outbox, "a", "1")
        #expect(outbox.oldestAge(1000) == 995)
        #expect(outbox.oldestAge(1) == 0)
    }

    @Test func `measures how long events took to the broker's answer, and nothing else`() {
        var outbox = Outbox()
        func add(_ topic: String, isRetained: Bool = false, correlation: [UInt8]? = nil) {
            outbox.add(
                topic: topic,
                payload: [],
                isRetained: isRetained,
                time: 5000,
                correlation: correlation
            )
        }
        add("event")
        add("status", isRetained: true)
        add("answer", correlation: [])
        add("refused")
        outbox.didCommit()
        for packet: Int32 in 1...4 {
            guard let row = outbox.nextSendable() else { return #expect(Bool(false), "nothing to send") }
            outbox.didSend(row, packet: packet)
            _ = outbox.acknowledge(packet: packet, reason: row.topic == "refused" ? 135 : 0, at: 5007)
        }
        #expect(outbox.latencies.count == 1)
        #expect(outbox.latencies.sum == 7000)
    }
}
