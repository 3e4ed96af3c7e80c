import GeofenceCore
import Testing

@testable import geofence_agent

/// How far timers run in one of two agents: as far as it is known to have read.
@Suite struct EchoedClockTests {
    private var clock = EchoedClock()

    private func at(_ time: Int64) -> Timestamp { Timestamp(milliseconds: time) }

    private mutating func ask(due: Int64?, _ now: Int64) -> Int64? {
        clock.question(due: due.map(at), at: at(now))?.milliseconds
    }

    @Test mutating func `a moment is asked for where a timer is due, once`() {
        #expect(ask(due: nil, 100) == nil)
        #expect(ask(due: 101, 100) == nil)
        #expect(ask(due: 90, 100) == 100)
        #expect(ask(due: 90, 150) == nil)
        #expect(clock.reached == .distantPast)
        clock.heard(at(100))
        #expect(clock.reached == at(100))
        #expect(ask(due: 90, 160) == nil)
        #expect(ask(due: 155, 160) == 160)
    }

    @Test mutating func `what was not asked for says nothing`() {
        _ = clock.question(due: at(90), at: at(100))
        clock.heard(at(99))
        clock.heard(at(1_000_000))
        #expect(clock.reached == .distantPast)
        clock.begin()
        clock.heard(at(100))
        #expect(clock.reached == .distantPast)
        #expect(ask(due: 90, 200) == 200)
    }

    @Test mutating func `what never comes is not waited for, and time away doesn't count`() {
        _ = clock.isDeaf(0)
        _ = clock.question(due: at(90), at: at(100))
        let isDeaf = clock.isDeaf(60_000)
        #expect(!isDeaf)
        var uptime: Int64 = 60_000
        while uptime < 100_000, !clock.isDeaf(uptime + 100) { uptime += 100 }
        #expect(uptime == 69_600)
        #expect(clock.reached == at(100))
    }
}
