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

    @Test func `of thirty-five hundred a second on what is to be acknowledged waits three milliseconds`() {
        for (messages, longest) in [(6, 12), (7, 3)] as [(Int, Int64)] {
            var coalescer = ReadCoalescer()
            _ = run(&coalescer, turns: 100, messages: messages, every: 2, wantAnswers: true)
            #expect(coalescer.longest == longest)
        }
    }

    /// Tells of messages of 92 bytes that come one after the other, for as long, of which the broker sends
    /// some bytes before it waits for answers; gives the time after them, the longest wait, in milliseconds,
    /// and how many waits were in vain.
    private func stream(
        to coalescer: inout ReadCoalescer,
        perSecond: Int,
        seconds: Int,
        upTo window: Int32 = .max
    ) -> (end: Int64, longest: Double, vain: Int) {
        var (uptime, longest, vain) = (0.0, 0.0, 0)
        while uptime < Double(seconds) * 1000 {
            let count = (Double(coalescer.lowWater) / 92).rounded(.up)
            let isVain = coalescer.lowWater > window
            let wait = isVain ? Double(coalescer.longest) : count * 1000 / Double(perSecond)
            uptime += wait
            longest = max(longest, wait)
            if isVain { vain += 1 }
            coalescer.didWait(inVain: isVain, Int64(uptime))
            coalescer.note(messages: isVain ? 20 : Int(count), wantAnswers: true, Int64(uptime))
        }
        return (Int64(uptime), longest, vain)
    }

    @Test(arguments: [(2000, 1638), (3000, 2620), (5000, 640)] as [(Int, Int32)])
    func `waits for as many bytes as come within ten milliseconds, and of very many for the least`(
        _ perSecond: Int,
        _ water: Int32
    ) {
        var coalescer = ReadCoalescer()
        let longest = stream(to: &coalescer, perSecond: perSecond, seconds: 3).longest
        #expect(coalescer.lowWater == water)
        #expect(longest <= 10)
    }

    /// With twenty of its messages in flight a broker waits. More is tried at first, and 1, 2, 4, 8, 16 and
    /// 32 seconds after.
    @Test func `stays with what came where more doesn't, which is tried ever more rarely`() {
        var coalescer = ReadCoalescer()
        let vain = stream(to: &coalescer, perSecond: 3000, seconds: 80, upTo: 1840).vain
        #expect(coalescer.lowWater == 1638)
        #expect(vain == 4 * 7)
    }

    @Test func `waits for as much again once a moment is over in which less came`() {
        var coalescer = ReadCoalescer()
        let start = stream(to: &coalescer, perSecond: 2000, seconds: 3).end
        let slower = run(&coalescer, turns: 10, messages: 18, every: 11, wantAnswers: true, from: start)
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
