import Testing

@testable import geofence_agent

/// Who of two agents leads, by what is heard and how long nothing is; times are milliseconds.
@Suite struct LeadershipTests {
    private var leadership = Leadership(Standby(id: "b"), 0)

    private mutating func turn(_ uptime: Int64, mayLead: Bool = true) -> Leadership.Change? {
        if leadership.isStale(uptime) { return .standsBy }
        return leadership.takeOver(mayLead: mayLead, uptime)
    }

    private mutating func hear(_ leader: String, _ term: UInt64, _ uptime: Int64) -> Leadership.Change? {
        let sign = PairSign.beat(PairLease(leader: leader, term: term))
        return leadership.hear(sign, isCaughtUp: true, uptime)
    }

    /// Turns each 500 ms, up to a moment; gives when it took over.
    private mutating func wait(from: Int64, to: Int64, mayLead: Bool = true) -> Int64? {
        for uptime in stride(from: from, through: to, by: 500) {
            if case .leads = turn(uptime, mayLead: mayLead) { return uptime }
        }
        return nil
    }

    /// Connected, and leading in a term.
    private mutating func lead(in term: UInt64 = 1) {
        leadership.connected(0)
        let kept = PairSign.kept(PairLease(leader: "b", term: term - 1))
        _ = leadership.hear(kept, isCaughtUp: false, 0)
        #expect(wait(from: 0, to: 3000) == 3000)
        #expect(leadership.term == term)
    }

    @Test mutating func `who hears of no other leads after a lease`() {
        leadership.connected(0)
        #expect(wait(from: 0, to: 3000) == 3000)
        #expect(leadership.isLeading)
        #expect(leadership.term == 1)
    }

    @Test mutating func `who finds another that leads stands by, for as long as that is heard`() {
        leadership.connected(0)
        for uptime in stride(from: 0, through: 20_000, by: 500) {
            #expect(hear("a", 4, Int64(uptime)) == nil)
            #expect(turn(Int64(uptime)) == nil)
        }
        #expect(wait(from: 20_500, to: 30_000) == 23_000)
        #expect(leadership.term == 5)
    }

    @Test mutating func `what the broker has kept is no sign of life, but of a term`() {
        leadership.connected(0)
        _ = leadership.hear(.kept(PairLease(leader: "a", term: 7)), isCaughtUp: false, 2900)
        #expect(wait(from: 0, to: 3000) == 3000)
        #expect(leadership.term == 8)
    }

    @Test mutating func `word that the leader is gone is enough`() {
        leadership.connected(0)
        _ = hear("a", 1, 400)
        let gone = PairSign.state(id: "a", isOnline: false, isKept: false)
        #expect(leadership.hear(gone, isCaughtUp: true, 450) == nil)
        #expect(turn(450) == .leads(former: "a"))
    }

    @Test(arguments: [
        (PairSign.state(id: "a", isOnline: false, isKept: true), true),
        (.state(id: "a", isOnline: false, isKept: false), false),
        (.state(id: "c", isOnline: false, isKept: false), true),
        (.state(id: "b", isOnline: false, isKept: false), true),
        (.yielded(PairLease(leader: "a", term: 1)), true),
        (.yielded(PairLease(leader: "a", term: 2)), false),
    ])
    mutating func `old word is not, nor word of somebody else`(_ sign: PairSign, _ isCaughtUp: Bool) {
        leadership.connected(0)
        _ = hear("a", 2, 400)
        _ = leadership.hear(sign, isCaughtUp: isCaughtUp, 450)
        #expect(turn(450) == nil)
    }

    @Test mutating func `one that yields is followed at once`() {
        leadership.connected(0)
        _ = hear("a", 2, 400)
        let over = PairSign.yielded(PairLease(leader: "a", term: 2))
        _ = leadership.hear(over, isCaughtUp: true, 450)
        #expect(turn(450) == .leads(former: "a"))
    }

    @Test mutating func `who takes over knows since when the other would have been heard`() {
        leadership.connected(0)
        _ = hear("a", 2, 400)
        #expect(wait(from: 500, to: 4000) == 3500)
    }

    @Test mutating func `who leads says so several times a lease`() {
        lead()
        let beats = stride(from: 3000, to: 6000, by: 10).count { leadership.shouldBeat(Int64($0)) }
        #expect(beats == 6)
    }

    @Test mutating func `who leads stands by before a higher term, and before a smaller id in the same`() {
        for (leader, term, change) in [
            ("a", 1, nil), ("c", 2, nil), ("a", 2, Leadership.Change.standsBy), ("c", 3, .standsBy),
            ("b", 9, nil),
        ] {
            leadership = Leadership(Standby(id: "b"), 0)
            lead(in: 2)
            #expect(hear(leader, UInt64(term), 3100) == change, "\(leader) \(term)")
            #expect(leadership.isLeading == (change == nil))
            // Who has yielded does not take it back at once.
            if change != nil { #expect(turn(3200) == nil, "\(leader) \(term)") }
        }
    }

    @Test mutating func `who leads hears that another leads no more`() {
        lead(in: 2)
        let over = PairSign.yielded(PairLease(leader: "a", term: 1))
        #expect(leadership.hear(over, isCaughtUp: true, 3100) == .isAlone)
        #expect(leadership.isLeading)
    }

    @Test mutating func `who was away for a lease stands by, and listens for as long again`() {
        lead()
        _ = leadership.shouldBeat(3000)
        #expect(turn(5900) == nil)
        #expect(turn(6000) == .standsBy)
        #expect(!leadership.isLeading)
        #expect(hear("a", 2, 6100) == nil)
        #expect(turn(8900) == nil)
        #expect(turn(9100) == nil)
    }

    @Test mutating func `who followed and was away listens first`() {
        leadership.connected(0)
        _ = hear("a", 1, 400)
        #expect(turn(500) == nil)
        #expect(turn(60_000) == nil)
        #expect(wait(from: 60_500, to: 70_000) == 63_000)
    }

    @Test mutating func `nobody leads who has yet to read what the broker has kept`() {
        leadership.connected(0)
        #expect(wait(from: 0, to: 10_000, mayLead: false) == nil)
        #expect(turn(10_100) == .leads(former: nil))
    }

    @Test mutating func `who is not let hear the other doesn't lead, and listens for a lease behind that`() {
        leadership.connected(0)
        for uptime in stride(from: Int64(0), through: 20_000, by: 500) {
            #expect(leadership.listens(false, uptime) == nil)
            #expect(turn(uptime) == nil)
        }
        #expect(leadership.listens(true, 20_500) == nil)
        #expect(wait(from: 20_500, to: 30_000) == 23_000)
    }

    @Test mutating func `who leads and is not let hear the other for a lease stands by`() {
        lead()
        _ = leadership.shouldBeat(3000)
        leadership.connectionLost()
        leadership.connected(4000)
        #expect(leadership.listens(false, 4000) == nil)
        #expect(leadership.listens(true, 5000) == nil)
        #expect(leadership.listens(false, 6000) == nil)
        #expect(leadership.listens(false, 8900) == nil)
        #expect(leadership.isLeading)
        #expect(leadership.listens(false, 9000) == .standsBy)
        #expect(!leadership.isLeading)
    }

    @Test mutating func `who is not let hear the other doesn't know whether it is the last`() {
        lead()
        #expect(leadership.listens(false, 3500) == nil)
        #expect(leadership.isLast(6400) == nil)
        #expect(leadership.isLast(6500) == true)
    }

    @Test mutating func `without a broker there is nothing to wait for`() {
        #expect(leadership.nextTurn(5000) == .max)
        leadership.connected(5000)
        #expect(leadership.nextTurn(5000) == 5750)
        #expect(leadership.nextTurn(7900) == 8000)
        #expect(leadership.nextTurn(9000) > 9000)
        leadership.connectionLost()
        #expect(leadership.nextTurn(9000) == .max)
    }

    @Test mutating func `the last of a pair knows that it is, once it has been for a lease`() {
        lead()
        #expect(leadership.isLast(3000) == true)
        _ = leadership.hear(.state(id: "a", isOnline: true, isKept: false), isCaughtUp: true, 4000)
        #expect(leadership.isLast(6999) == nil)
        #expect(leadership.isLast(7000) == false)
        _ = leadership.hear(.state(id: "a", isOnline: false, isKept: false), isCaughtUp: true, 8000)
        #expect(leadership.isLast(10_999) == nil)
        #expect(leadership.isLast(11_000) == true)
        #expect(leadership.hear(.pairIsGone, isCaughtUp: true, 11_000) == .isContradicted)
        #expect(hear("a", 9, 11_000) == .standsBy)
        #expect(leadership.hear(.pairIsGone, isCaughtUp: true, 11_000) == nil)
        #expect(leadership.isLast(20_000) == false)
    }

    @Test mutating func `it knows whether the other is there`() {
        leadership.connected(0)
        #expect(!leadership.hasOther)
        _ = leadership.hear(.state(id: "b", isOnline: true, isKept: true), isCaughtUp: false, 10)
        #expect(!leadership.hasOther)
        _ = leadership.hear(.state(id: "a", isOnline: true, isKept: true), isCaughtUp: false, 10)
        #expect(leadership.hasOther)
        _ = leadership.hear(.state(id: "a", isOnline: false, isKept: false), isCaughtUp: false, 10)
        #expect(!leadership.hasOther)
    }
}
