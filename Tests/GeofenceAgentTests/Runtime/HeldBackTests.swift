import Testing

@testable import geofence_agent

@Suite struct HeldBackTests {
    /// One that has looked so often, each time with so many messages that had gathered and that came then.
    private func looked(_ times: Int, gathered: Int, heldBack: Int, at uptime: Int64 = 5000) -> HeldBack {
        var looks = HeldBack()
        for _ in 0..<times { looks.note(gathered: gathered, heldBack: heldBack, uptime) }
        return looks
    }

    @Test(arguments: [(0, 2), (1, 2), (1, 19), (15, 2), (16, 3), (20, 20), (64, 9)])
    func `is due each time while more was held back than comes by chance`(gathered: Int, heldBack: Int) {
        #expect(HeldBack().isDue(0))
        #expect(looked(100, gathered: gathered, heldBack: heldBack).isDue(5000))
    }

    @Test(arguments: [(0, 1), (1, 0), (6, 1), (16, 2), (20, 0), (64, 8)])
    func `pauses for ten seconds after four looks in vain`(gathered: Int, heldBack: Int) {
        #expect(looked(3, gathered: gathered, heldBack: heldBack).isDue(5000))
        var looks = looked(4, gathered: gathered, heldBack: heldBack)
        #expect(!looks.isDue(5000) && !looks.isDue(14_999))
        #expect(looks.isDue(15_000))
        for _ in 0..<3 { looks.note(gathered: gathered, heldBack: heldBack, 15_000) }
        #expect(looks.isDue(15_000), "and after four more")
        looks.note(gathered: gathered, heldBack: heldBack, 15_000)
        #expect(!looks.isDue(15_000))
    }

    @Test func `one that was not in vain counts for all before it`() {
        var looks = looked(3, gathered: 20, heldBack: 0)
        looks.note(gathered: 1, heldBack: 19, 5000)
        for _ in 0..<3 { looks.note(gathered: 20, heldBack: 0, 5000) }
        #expect(looks.isDue(5000))
    }

    @Test func `where nothing comes at all nothing is learnt`() {
        #expect(looked(100, gathered: 0, heldBack: 0).isDue(5000))
    }
}
