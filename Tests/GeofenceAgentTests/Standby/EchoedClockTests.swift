import GeofenceCore
import Testing

@testable import geofence_agent

/// How far timers run in one of two agents: as far as it is known to have read.
@Suite struct EchoedClockTests {
    private var clock = EchoedClock()

    private func at(_ time: Int64) -> Timestamp { Timestamp(milliseconds: time) }

    /// Asks at a moment, of both clocks.
    private mutating func ask(due: Int64?, _ now: Int64) -> Int64? {
        clock.question(due: due.map(at), at: at(now), now)?.milliseconds
    }

    /// When it is called not to have come, of turns each 100 ms from one on; nil where that takes too long.
    private mutating func deafness(from start: Int64, hearing: Bool = false) -> Int64? {
        stride(from: start, through: start + 700_000, by: 100).first { uptime in
            if hearing { clock.heardOther() }
            return clock.isDeaf(uptime)
        }
    }

    @Test mutating func `a moment is asked for where a timer is due, once`() {
        #expect(ask(due: nil, 100) == nil)
        #expect(ask(due: 101, 100) == nil)
        #expect(ask(due: 90, 100) == 100)
        #expect(ask(due: 90, 150) == nil)
        #expect(clock.reached == .distantPast)
        clock.heard(at(100))
        #expect(clock.reached == at(100))
        #expect(ask(due: 90, 260) == nil)
        #expect(ask(due: 155, 260) == 260)
    }

    @Test mutating func `moments are a tenth of a second apart, and it is known when the next is asked for`()
    {
        #expect(clock.nextTurn(due: at(150), at: at(100), 7000) == 7050)
        #expect(ask(due: 90, 100) == 100)
        #expect(clock.nextTurn(due: at(150), at: at(110), 110) == nil)
        clock.heard(at(100))
        #expect(ask(due: 130, 140) == nil)
        #expect(clock.nextTurn(due: at(130), at: at(140), 140) == 200)
        #expect(clock.nextTurn(due: at(300), at: at(140), 140) == 300)
        // What is known to be due is due at once.
        #expect(clock.nextTurn(due: at(90), at: at(140), 140) == 140)
        #expect(ask(due: 130, 200) == 200)
    }

    @Test mutating func `what was not asked for says nothing`() {
        _ = ask(due: 90, 100)
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
        _ = ask(due: 90, 100)
        let isDeaf = clock.isDeaf(60_000)
        #expect(!isDeaf)
        #expect(deafness(from: 60_100, hearing: true) == 69_700)
        #expect(clock.reached == at(100))
    }

    // MARK: - Among positions

    private mutating func hear(_ time: Int64, on place: Int, at now: Int64) {
        clock.heard(at(time), on: place, at: at(now), now)
    }

    @Test mutating func `on topics of sources it has come once it has on each, whoever has sent it`() {
        clock = EchoedClock(topics: 2)
        #expect(ask(due: 90, 100) == 100)
        hear(100, on: 1, at: 110)
        #expect(clock.reached == .distantPast)
        hear(95, on: 0, at: 120)
        #expect(clock.reached == at(95))
        #expect(clock.asked == at(100))
        hear(130, on: 0, at: 140)
        #expect(clock.reached == at(100))
        #expect(clock.asked == nil)
        // What comes again says nothing new.
        hear(90, on: 0, at: 150)
        hear(90, on: 1, at: 150)
        #expect(clock.reached == at(100))
    }

    @Test mutating func `a moment that is yet to come counts as now, and a topic that is gone for nothing`() {
        clock = EchoedClock(topics: 1)
        hear(1_000_000, on: 0, at: 100)
        hear(100, on: 1, at: 100)
        #expect(clock.reached == at(100))
    }

    @Test mutating func `where a broker keeps no order, what comes soon behind a connection says nothing`() {
        clock = EchoedClock(topics: 1)
        clock.connected(1000, unordered: 4000)
        hear(4999, on: 0, at: 4999)
        #expect(clock.reached == .distantPast)
        #expect(ask(due: 90, 4999) == nil)
        #expect(clock.nextTurn(due: at(90), at: at(4999), 4999) == 5000)
        #expect(ask(due: 90, 5000) == 5000)
        hear(5000, on: 0, at: 5001)
        #expect(clock.reached == at(5000))
    }

    @Test(arguments: [(false, 30_000), (true, 600_000)])
    mutating func `positions that come before it, and elections, take their time`(
        _ hasOthers: Bool,
        _ end: Int64
    ) {
        clock = EchoedClock(topics: 2)
        _ = clock.isDeaf(0)
        _ = ask(due: 90, 100)
        #expect(deafness(from: 100, hearing: hasOthers) == end)
        #expect(clock.reached == at(100))
    }
}
