import Testing

@testable import geofence_agent

@Suite struct LingerTests {
    /// Tells of turns of some messages each, some milliseconds apart; gives the time after them.
    private func run(
        _ linger: inout Linger,
        turns: Int,
        messages: Int,
        every interval: Int64,
        wantAnswers: Bool = false,
        from start: Int64 = 0
    ) -> Int64 {
        var uptime = start
        for _ in 0..<turns {
            uptime += interval
            linger.note(messages: messages, wantAnswers: wantAnswers, uptime)
        }
        return uptime
    }

    @Test func `wakes at once while few messages come`() {
        var linger = Linger()
        _ = run(&linger, turns: 50, messages: 1, every: 10)
        #expect(!linger.isOn)
        #expect(linger.lowWater == 1)
    }

    @Test func `lets messages gather while many come, and stops with them`() {
        var linger = Linger()
        let busy = run(&linger, turns: 20, messages: 10, every: 10)
        #expect(linger.isOn)
        #expect(linger.lowWater == 16_384)
        _ = run(&linger, turns: 20, messages: 0, every: 10, from: busy)
        #expect(!linger.isOn)
    }

    @Test func `a kilobyte is enough where the sender may wait for answers`() {
        var linger = Linger()
        _ = run(&linger, turns: 20, messages: 10, every: 10, wantAnswers: true)
        #expect(linger.lowWater == 1024)
    }

    @Test func `leaves it off for a second where it gathers nothing`() {
        var linger = Linger()
        var uptime = run(&linger, turns: 200, messages: 1, every: 1, wantAnswers: true)
        #expect(!linger.isOn)
        uptime = run(&linger, turns: 90, messages: 10, every: 10, wantAnswers: true, from: uptime)
        #expect(!linger.isOn)
        _ = run(&linger, turns: 40, messages: 10, every: 10, wantAnswers: true, from: uptime)
        #expect(linger.isOn)
    }
}
