import Testing

@testable import geofence_agent

/// When one of two agents leaves a broker that hands nothing out; times are milliseconds.
@Suite struct EchoWatchTests {
    private var watch = EchoWatch()
    private var uptime: Int64 = 0

    /// Turns twice a second for some seconds; gives the seconds at which something was to be done.
    private mutating func turn(_ seconds: Int, hearing: Bool = false, others: Bool = false) -> [String] {
        var steps: [String] = []
        for _ in 0..<(2 * seconds) {
            uptime += 500
            let step = watch.turn(uptime)
            if step != .nothing { steps.append("\(step) \(uptime / 1000)") }
            if others { watch.heardOther() }
            if step == .send, hearing { watch.heard() }
        }
        return steps
    }

    @Test mutating func `each ten seconds something is published, and that it comes back is all well`() {
        #expect(turn(35, hearing: true) == ["send 10", "send 20", "send 30"])
    }

    @Test mutating func `a broker is left after three that are lost, and the next begins anew`() {
        #expect(turn(15, hearing: true) == ["send 10"])
        #expect(turn(40) == ["send 20", "send 30", "send 40", "leave 50"])
        #expect(turn(40) == ["send 60", "send 70", "send 80", "leave 90"])
    }

    @Test mutating func `one that comes late is none that is lost`() {
        _ = turn(15, hearing: true)
        #expect(turn(30) == ["send 20", "send 30", "send 40"])
        watch.heard()
        #expect(turn(30) == ["send 50", "send 60", "send 70"])
    }

    @Test mutating func `what has a backlog in front of it has a minute`() {
        _ = turn(15, hearing: true)
        #expect(turn(70, others: true).last == "leave 80")
    }

    @Test mutating func `what came at the beginning alone is no backlog`() {
        _ = turn(15, hearing: true)
        _ = turn(10, others: true)
        #expect(turn(35) == ["send 30", "send 40", "send 50", "leave 60"])
    }

    @Test mutating func `who has never heard any may not be let`() {
        #expect(turn(600).allSatisfy { $0.hasPrefix("send") })
    }

    @Test mutating func `time away doesn't count`() {
        _ = turn(15, hearing: true)
        for _ in 0..<9 {
            uptime += 60_000
            #expect(watch.turn(uptime) != .leave)
        }
    }

    @Test mutating func `a new connection begins anew`() {
        _ = turn(15, hearing: true)
        #expect(turn(30) == ["send 20", "send 30", "send 40"])
        watch.begin()
        #expect(turn(35) == ["send 55", "send 65", "send 75"])
    }
}
