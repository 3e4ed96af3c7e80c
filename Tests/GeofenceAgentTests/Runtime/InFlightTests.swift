import Testing

@testable import geofence_agent

@Suite struct InFlightTests {
    /// At a hundred messages a second the answers behind thousands would come too late: the connection would
    /// be given up before.
    @Test func `with a full outbox messages are read at once as far as answers may stand behind them`() {
        var inFlight = InFlight()
        inFlight.connected(0)
        for _ in 0..<InFlight.mostAhead {
            #expect(inFlight.mayRead(5000))
            inFlight.willReadWhileFull(5000)
        }
        #expect(!inFlight.mayRead(5009))
        #expect(inFlight.mayRead(5010))
        inFlight.willReadWhileFull(9000)
        #expect(!inFlight.isUnheard(14_999) && inFlight.isUnheard(15_000))
        inFlight.wasAnswered(9020)
        #expect(inFlight.mayRead(9021))
        #expect(inFlight.mayRead(12_000))
    }

    @Test func `a connection is not given up while messages come that answers may stand behind`() {
        var inFlight = InFlight()
        inFlight.connected(0)
        for uptime in stride(from: Int64(0), through: 60_000, by: 1000) {
            inFlight.willReadWhileFull(uptime)
            #expect(!inFlight.isUnheard(uptime))
        }
        #expect(!inFlight.isUnheard(69_999) && inFlight.isUnheard(70_000))
    }

    /// The outbox may fill up in the midst of a packet, long after the last answer.
    @Test func `the patience begins when not all is read any more`() {
        var inFlight = InFlight()
        inFlight.connected(0)
        inFlight.heard(50_000)
        #expect(!inFlight.isUnheard(59_999) && inFlight.isUnheard(60_000))
    }

    /// A change of many fences may last longer than the broker has for its answer, which stands unread
    /// meanwhile.
    @Test func `a long turn of our own is no silence of the broker`() {
        var inFlight = InFlight()
        inFlight.connected(1000)
        inFlight.turnBegins(1000)
        inFlight.turnBegins(15_000)
        #expect(!inFlight.isUnheard(15_000) && !inFlight.isOverdue(at: 15_000))
        inFlight.turnBegins(16_000)
        #expect(!inFlight.isUnheard(24_999) && !inFlight.isOverdue(at: 19_999))
        #expect(inFlight.isUnheard(25_000) && inFlight.isOverdue(at: 20_500))
    }
}

extension InFlight {
    /// Whether a message that left at 1 s, with 5 s for its answer, has waited too long.
    fileprivate mutating func isOverdue(at uptime: Int64) -> Bool {
        isOverdue(5000, oldest: 1000, mayHaveMore: false, uptime)
    }
}
