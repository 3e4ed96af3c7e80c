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
            coalescer.didWait(inVain: coalescer.lowWater > window)
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

    @Test func `a kilobyte is enough at first where the sender may wait for answers`() {
        var coalescer = ReadCoalescer()
        _ = run(&coalescer, turns: 10, messages: 10, every: 10, wantAnswers: true)
        #expect(coalescer.lowWater == 1024)
    }

    @Test func `waits for as much as the sender sends without answers, and for no more`() {
        var coalescer = ReadCoalescer()
        var uptime = run(&coalescer, turns: 200, messages: 10, every: 10, wantAnswers: true)
        #expect(coalescer.lowWater == 16_384)
        uptime = run(
            &coalescer,
            turns: 40,
            messages: 10,
            every: 10,
            wantAnswers: true,
            upTo: 5000,
            from: uptime
        )
        #expect(coalescer.lowWater == 4096)
        uptime = run(
            &coalescer,
            turns: 900,
            messages: 10,
            every: 10,
            wantAnswers: true,
            upTo: 5000,
            from: uptime
        )
        #expect(coalescer.lowWater == 4096)
        _ = run(&coalescer, turns: 300, messages: 10, every: 10, wantAnswers: true, from: uptime)
        #expect(coalescer.lowWater == 16_384)
    }

    @Test func `leaves it off for a second where it gathers nothing`() {
        var coalescer = ReadCoalescer()
        var uptime = run(&coalescer, turns: 200, messages: 1, every: 1, wantAnswers: true)
        #expect(!coalescer.isOn)
        uptime = run(&coalescer, turns: 90, messages: 10, every: 10, wantAnswers: true, from: uptime)
        #expect(!coalescer.isOn)
        _ = run(&coalescer, turns: 40, messages: 10, every: 10, wantAnswers: true, from: uptime)
        #expect(coalescer.isOn)
    }
}
