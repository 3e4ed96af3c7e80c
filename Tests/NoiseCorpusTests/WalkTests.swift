import NoiseCorpus
import Testing

struct WalkTests {
    /// 100 m east of a ring of 50 m at 10 m/s, through it, 20 s of rest in its middle.
    private var through: Walk {
        var walk = Walk(from: Point(east: -100, north: 0))
        walk.go(to: .site, speed: 10)
        walk.rest(20)
        walk.go(to: Point(east: 100, north: 0), speed: 10)
        return walk
    }

    @Test(arguments: [(-1.0, -100.0), (0, -100), (5, -50), (10, 0), (25, 0), (31, 10), (40, 100), (50, 100)])
    func `is where its legs lead`(_ second: Double, _ east: Double) {
        #expect(through.point(at: second) == Point(east: east, north: 0))
    }

    @Test(arguments: [(5.0, 10.0), (20, 0), (40, 10)])
    func `goes as fast as its legs lead`(_ second: Double, _ east: Double) {
        #expect(through.velocity(at: second) == Point(east: east, north: 0))
    }

    @Test func `stays in a ring from edge to edge`() {
        #expect(through.stays(in: Ring(radius: 50)) == [Stay(from: 5, until: 35)])
    }

    @Test func `stays twice where it comes twice`() {
        var walk = through
        walk.go(to: Point(east: -100, north: 0), speed: 20)
        #expect(
            walk.stays(in: Ring(radius: 50)) == [Stay(from: 5, until: 35), Stay(from: 42.5, until: 47.5)]
        )
    }

    @Test(arguments: [100.0, 101])
    func `doesn't stay in a ring that it only touches or passes`(_ north: Double) {
        var walk = Walk(from: Point(east: -1000, north: north))
        walk.go(to: Point(east: 1000, north: north), speed: 10)
        #expect(walk.stays(in: Ring(radius: 100)).isEmpty)
    }

    @Test func `visits last as long as they are to`() {
        let scenario = Scenario.visits(20, seconds: 60, radius: 25, speed: 5, seed: 3)
        let lengths = scenario.walk.stays(in: scenario.rings[0]).map { ($0.until - $0.from).rounded() }
        #expect(lengths == Array(repeating: 60, count: 20))
    }
}
