import Testing

@testable import geofence_agent

@Suite struct ReadCoalescerTests {
    /// Tells of turns of some messages each, some milliseconds apart; gives the time after them.
    private func run(
        _ coalescer: inout ReadCoalescer,
        turns: Int,
        messages: Int,
        every interval: Int64,
        wantAnswers: Bool = false,
        upTo window: Int32 = .max,
        from start: Int64 = 0
    ) -> Int64 {
        var uptime = start
        for _ in 0..<turns {
            uptime += interval
            coalescer.didWait(inVain: coalescer.lowWater > window, uptime)
            coalescer.note(messages: messages, wantAnswers: wantAnswers, uptime)
        }
        return uptime
    }

    @Test func `wakes at once while few messages come`() {
        var coalescer = ReadCoalescer()
        _ = run(&coalescer, turns: 50, messages: 1, every: 10)
        #expect(!coalescer.isOn)
        #expect(coalescer.lowWater == 1)
    }

    @Test func `lets messages gather while many come, and stops with them`() {
        var coalescer = ReadCoalescer()
        let busy = run(&coalescer, turns: 20, messages: 10, every: 10)
        #expect(coalescer.isOn)
        #expect(coalescer.lowWater == 16_384)
        _ = run(&coalescer, turns: 20, messages: 0, every: 10, from: busy)
        #expect(!coalescer.isOn)
    }

    @Test func `what is to be acknowledged waits less`() {
        var coalescer = ReadCoalescer()
        let busy = run(&coalescer, turns: 20, messages: 10, every: 10)
        #expect(coalescer.longest == 20)
        let mixed = run(&coalescer, turns: 1, messages: 10, every: 10, wantAnswers: true, from: busy)
        #expect(coalescer.longest == 12)
        _ = run(&coalescer, turns: 20, messages: 10, every: 10, from: mixed)
        #expect(coalescer.longest == 20)
    }

    @Test(
        arguments: [(true, 50, 640, 1), (true, 49, 1, 1), (false, 50, 1, 20)] as [(Bool, Int, Int32, Int64)]
    )
    func `with a full window only what is to be acknowledged waits, a millisecond, and if it is a wide one`(
        _ wantAnswers: Bool,
        _ window: Int,
        _ water: Int32,
        _ longest: Int64
    ) {
        var coalescer = ReadCoalescer()
        _ = run(&coalescer, turns: 20, messages: 40, every: 10, wantAnswers: wantAnswers, upTo: 640)
        coalescer.fullWindow = window
        #expect(coalescer.lowWater == water)
        #expect(coalescer.longest == longest)
        #expect(!coalescer.gathersUnanswered)
    }

    @Test func `where each batch waits for the disk, a broker that sends less at once is served as well`() {
        var coalescer = ReadCoalescer(waitsForDisk: true)
        var sender = Sender(perSecond: 2000, inFlight: 20)
        sender.run(&coalescer, seconds: 80)
        #expect(sender.rate > 0.98 * 2000)
        #expect(sender.vain == 4 * 7)
        #expect(coalescer.lowWater == 1638)
    }

    @Test(arguments: [(2000, 4192), (3000, 6707)] as [(Double, Int32)])
    func `where each batch waits for the disk, messages gather for up to thirty milliseconds`(
        _ perSecond: Double,
        _ water: Int32
    ) {
        var (coalescer, sender) = (ReadCoalescer(waitsForDisk: true), Sender(perSecond: perSecond))
        sender.run(&coalescer, seconds: 30)
        #expect(coalescer.longest == 30)
        #expect(coalescer.lowWater == water)
        #expect(sender.longestDelay <= 25)
    }

    @Test func `of thirty-five hundred a second on what is to be acknowledged waits three milliseconds`() {
        for (messages, longest) in [(6, 12), (7, 3)] as [(Int, Int64)] {
            var coalescer = ReadCoalescer()
            _ = run(&coalescer, turns: 100, messages: messages, every: 2, wantAnswers: true)
            #expect(coalescer.longest == longest)
        }
    }

    /// A broker that has so many messages of so many bytes a second, and sends so many before it waits for
    /// answers.
    private struct Sender {
        var perSecond: Double
        var bytes = 92.0
        var inFlight = Int.max
        private(set) var time = 0.0
        private var isAnswered = 0.0
        /// What came of some seconds, with times in milliseconds.
        private(set) var (longestWait, longestDelay, vain) = (0.0, 0.0, 0)

        init(perSecond: Double, bytes: Double = 92, inFlight: Int = .max) {
            (self.perSecond, self.bytes, self.inFlight) = (perSecond, bytes, inFlight)
        }

        /// Messages a second that were answered from the beginning on.
        var rate: Double { isAnswered * 1000 / time }

        /// Nothing waits any more; for when there are more or fewer from now on.
        mutating func skipWhatWaits() { isAnswered = (time * perSecond / 1000).rounded(.down) }

        /// A turn of the loop after each wait, of a fifth of a millisecond.
        mutating func run(_ coalescer: inout ReadCoalescer, seconds: Double) {
            (longestWait, longestDelay, vain) = (0, 0, 0)
            let (interval, end) = (1000 / perSecond, time + seconds * 1000)
            while time < end {
                let (bytes, longest) = (Double(coalescer.lowWater), Double(coalescer.longest))
                let awaited = (bytes / self.bytes).rounded(.up)
                let comes = max(time, (isAnswered + awaited) * interval)
                let isVain = coalescer.isOn && (awaited > Double(inFlight) || comes > time + longest)
                let next = isVain ? time + longest : comes
                longestWait = max(longestWait, next - time)
                if isVain { vain += 1 }
                coalescer.didWait(inVain: isVain, Int64(next))
                let count = max(0, min((next / interval).rounded(.down) - isAnswered, Double(inFlight)))
                if count > 0 { longestDelay = max(longestDelay, next - (isAnswered + 1) * interval) }
                coalescer.note(messages: Int(count), wantAnswers: true, Int64(next))
                (isAnswered, time) = (isAnswered + count, next + 0.2)
            }
        }
    }

    @Test(arguments: [(2000, 1638), (3000, 2620), (5000, 640)] as [(Double, Int32)])
    func `waits for as many bytes as come within ten milliseconds, and of very many for the least`(
        _ perSecond: Double,
        _ water: Int32
    ) {
        var (coalescer, sender) = (ReadCoalescer(), Sender(perSecond: perSecond))
        sender.run(&coalescer, seconds: 3)
        #expect(coalescer.lowWater == water)
        #expect(sender.longestWait <= 12)
        sender.run(&coalescer, seconds: 60)
        #expect(coalescer.lowWater == water)
        #expect(sender.longestDelay <= 10)
    }

    /// More is tried at first, and 1, 2, 4, 8, 16 and 32 seconds after.
    @Test func `stays with what came where more doesn't, which is tried ever more rarely`() {
        var (coalescer, sender) = (ReadCoalescer(), Sender(perSecond: 3000, inFlight: 20))
        sender.run(&coalescer, seconds: 80)
        #expect(coalescer.lowWater == 1638)
        #expect(sender.vain == 4 * 7)
        sender.run(&coalescer, seconds: 300)
        #expect(coalescer.lowWater == 1638)
        #expect(sender.vain == 4 * 4)
    }

    /// Where the broker sends few at once, or where they are short.
    @Test(arguments: [(3000, 31, 20), (2500, 60, 10), (2000, 92, 5)] as [(Double, Double, Int)])
    func `waits for less where the broker sends less at once`(
        _ perSecond: Double,
        _ bytes: Double,
        _ inFlight: Int
    ) {
        var coalescer = ReadCoalescer()
        var sender = Sender(perSecond: perSecond, bytes: bytes, inFlight: inFlight)
        sender.run(&coalescer, seconds: 80)
        #expect(sender.rate > 0.98 * perSecond)
        #expect(sender.vain == 4 * 8)
        #expect(coalescer.lowWater == 400)
    }

    @Test func `gathers nothing, but for trials ever more rarely, where even the least never comes`() {
        var (coalescer, sender) = (ReadCoalescer(), Sender(perSecond: 2000, inFlight: 1))
        sender.run(&coalescer, seconds: 80)
        #expect(sender.rate > 0.98 * 2000)
        #expect((1...4 * 11).contains(sender.vain))
        #expect(!coalescer.isOn)
    }

    @Test func `waits longer within a second once there are no very many any more`() {
        var (coalescer, sender) = (ReadCoalescer(), Sender(perSecond: 30_000))
        sender.run(&coalescer, seconds: 3)
        #expect(coalescer.longest == 3)
        sender.perSecond = 2000
        sender.skipWhatWaits()
        sender.run(&coalescer, seconds: 1)
        #expect(coalescer.longest == 12)
    }

    /// In three milliseconds come 432 bytes.
    @Test func `lets short messages gather, too`() {
        var (coalescer, sender) = (ReadCoalescer(), Sender(perSecond: 3600, bytes: 40))
        sender.run(&coalescer, seconds: 10)
        #expect(coalescer.isOn)
        #expect(coalescer.lowWater == 320)
    }

    @Test func `counts what is to be acknowledged amid others`() {
        var coalescer = ReadCoalescer()
        var uptime = Int64(0)
        for turn in 0..<1000 {
            uptime += 5
            coalescer.note(messages: 10, wantAnswers: turn % 10 == 0, uptime)
            if turn > 100 { #expect(coalescer.longest == 12) }
        }
    }

    /// What is many of some broker's messages is not many of all.
    @Test func `waits for more again where a broker sends more at once than before`() {
        var (coalescer, sender) = (ReadCoalescer(), Sender(perSecond: 2000, inFlight: 5))
        sender.run(&coalescer, seconds: 30)
        sender.inFlight = 20
        sender.run(&coalescer, seconds: 64)
        #expect(coalescer.lowWater == 1638)
    }

    @Test(arguments: [(3300, 3), (3100, 12)] as [(Double, Int64)])
    func `from thirty-five hundred a second on they are very many until they are clearly fewer`(
        _ perSecond: Double,
        _ longest: Int64
    ) {
        var (coalescer, sender) = (ReadCoalescer(), Sender(perSecond: 3600))
        sender.run(&coalescer, seconds: 1)
        #expect(coalescer.longest == 3)
        sender.perSecond = perSecond
        sender.skipWhatWaits()
        sender.run(&coalescer, seconds: 5)
        #expect(coalescer.longest == longest)
    }

    @Test func `waits for as much again once a moment is over in which less came`() {
        var (coalescer, sender) = (ReadCoalescer(), Sender(perSecond: 2000))
        sender.run(&coalescer, seconds: 3)
        let slower = run(
            &coalescer,
            turns: 10,
            messages: 18,
            every: 11,
            wantAnswers: true,
            from: Int64(sender.time)
        )
        #expect(coalescer.lowWater == 1023)
        _ = run(&coalescer, turns: 20, messages: 12, every: 6, wantAnswers: true, from: slower)
        #expect(coalescer.lowWater == 1636)
    }

    @Test func `640 bytes are enough at first where the sender may wait for answers`() {
        var coalescer = ReadCoalescer()
        _ = run(&coalescer, turns: 10, messages: 15, every: 10, wantAnswers: true)
        #expect(coalescer.lowWater == 640)
    }

    @Test
    func `what is to be acknowledged gathers from fifteen hundred a second on, all else from three hundred`()
    {
        for (messages, wantAnswers, isOn) in [
            (14, true, false), (15, true, true), (2, false, false), (3, false, true),
        ] {
            var coalescer = ReadCoalescer()
            _ = run(&coalescer, turns: 20, messages: messages, every: 10, wantAnswers: wantAnswers)
            #expect(coalescer.isOn == isOn)
        }
    }

    @Test func `waits for as much as the sender sends without answers, and for no more`() {
        var coalescer = ReadCoalescer()
        var uptime = run(&coalescer, turns: 700, messages: 10, every: 1, wantAnswers: true)
        #expect(coalescer.lowWater == 16_384)
        for (turns, water) in [(300, 4096), (5000, 4096)] as [(Int, Int32)] {
            uptime = run(
                &coalescer,
                turns: turns,
                messages: 10,
                every: 1,
                wantAnswers: true,
                upTo: 5000,
                from: uptime
            )
            #expect(coalescer.lowWater == water)
        }
        _ = run(&coalescer, turns: 8000, messages: 10, every: 1, wantAnswers: true, from: uptime)
        #expect(coalescer.lowWater == 16_384)
    }

    @Test func `a trial of more costs four waits`() {
        var coalescer = ReadCoalescer()
        var (uptime, waits) = (Int64(0), 0)
        for _ in 0..<5000 {
            uptime += 1
            let isVain = coalescer.lowWater > 5000
            if isVain { waits += 1 }
            coalescer.didWait(inVain: isVain, uptime)
            coalescer.note(messages: 10, wantAnswers: true, uptime)
        }
        #expect(waits == 4 * 3)
    }

    /// What comes within three milliseconds then, more often than not, isn't worth waiting for.
    @Test func `waits for no more where twice as much would not come in time`() {
        var coalescer = ReadCoalescer()
        _ = run(&coalescer, turns: 500, messages: 10, every: 2, wantAnswers: true)
        #expect(coalescer.lowWater == 640)
    }

    /// A message waits no longer than where fewer came before.
    @Test func `waits for less where as much takes longer than before`() {
        var coalescer = ReadCoalescer()
        let uptime = run(&coalescer, turns: 700, messages: 10, every: 1, wantAnswers: true)
        #expect(coalescer.lowWater == 16_384)
        let slower = run(&coalescer, turns: 500, messages: 10, every: 2, wantAnswers: true, from: uptime)
        #expect(coalescer.lowWater == 16_384)
        _ = run(&coalescer, turns: 500, messages: 12, every: 3, wantAnswers: true, from: slower)
        #expect(coalescer.lowWater == 640)
    }

    @Test func `waits for half as much at least after a pause`() {
        var coalescer = ReadCoalescer()
        let uptime = run(&coalescer, turns: 700, messages: 10, every: 1, wantAnswers: true)
        _ = run(&coalescer, turns: 20, messages: 0, every: 100, from: uptime)
        #expect(!coalescer.isOn)
        _ = run(&coalescer, turns: 150, messages: 10, every: 1, wantAnswers: true, from: uptime + 2000)
        #expect(coalescer.lowWater == 8192)
    }

    @Test func `one wait in vain among many changes nothing`() {
        var coalescer = ReadCoalescer()
        var uptime = run(&coalescer, turns: 700, messages: 10, every: 1, wantAnswers: true)
        for _ in 0..<10 {
            coalescer.didWait(inVain: true, uptime)
            uptime = run(&coalescer, turns: 100, messages: 10, every: 1, wantAnswers: true, from: uptime)
            #expect(coalescer.lowWater == 16_384)
        }
    }

    @Test func `leaves it off for a second where it gathers nothing`() {
        var coalescer = ReadCoalescer()
        var uptime = run(&coalescer, turns: 200, messages: 2, every: 1, wantAnswers: true)
        #expect(!coalescer.isOn)
        uptime = run(&coalescer, turns: 90, messages: 20, every: 10, wantAnswers: true, from: uptime)
        #expect(!coalescer.isOn)
        _ = run(&coalescer, turns: 40, messages: 20, every: 10, wantAnswers: true, from: uptime)
        #expect(coalescer.isOn)
    }
}
