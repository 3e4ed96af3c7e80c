import GeofenceCore
import Testing

@testable import geofence_agent

/// What a router is asked for, in which order, and how much.
@Suite struct RouteFinderTests {
    private let finder = RouteFinder()
    private let now = Timestamp(milliseconds: 1_000_000)

    init() {
        var settings = RoutingSettings()
        settings.router = RouteReaderTests.town
        finder.use(settings)
    }

    /// A way to a place so many hundred-thousandths of a degree east.
    private func way(_ number: Int) throws -> RouteQuery {
        let to = try RouteReaderTests.place(52, 13 + Double(number) / 100_000)
        return try #require(finder.query(try RouteReaderTests.place(52, 12), to))
    }

    private func device(_ number: Int) throws -> Identifier { try Identifier("d\(number)") }

    private func leg(_ query: RouteQuery, corners: Int = 2) -> Leg {
        var leg = Leg.straight(from: query.from, to: query.to, speed: 50)
        leg.via = .router
        leg.line = Array(repeating: query.from, count: corners)
        return leg
    }

    private func fail(_ query: RouteQuery, at time: Timestamp, _ problem: RouteProblem) -> String? {
        finder.accept(query, .failure(problem), at: time)?.problem
    }

    private func later(_ seconds: Int64) -> Timestamp { now.advanced(byMilliseconds: seconds * 1000) }

    private static let down = RouteProblem(text: "down", isOfRouter: true)

    @Test func `a device has one way that waits, the newest`() throws {
        for number in 0..<5000 {
            #expect(finder.want(try way(number), of: try device(number % 2), at: now))
        }
        #expect(finder.queue.count == 2)
        #expect(finder.next(at: now).map(\.query) == [try way(4998), try way(4999)])
        #expect(!finder.want(try way(6000), of: try device(0), at: now))
        #expect(finder.queue.isEmpty)
        let devices = finder.accept(try way(4998), .success(leg(try way(4998))), at: now)?.devices
        #expect(devices == [try device(0)])
        #expect(finder.want(try way(6000), of: try device(0), at: now))
    }

    @Test func `so many devices wait, and one that is refused may ask again`() throws {
        for number in 0..<RouteQueue.most {
            #expect(finder.want(try way(number), of: try device(number), at: now))
        }
        let one = try device(RouteQueue.most)
        #expect(!finder.want(try way(1), of: one, at: now))
        #expect(finder.queue.count == RouteQueue.most)
        _ = finder.next(at: now)
        #expect(finder.want(try way(1), of: one, at: now))
    }

    @Test func `those that fail together leave the router alone as long as one does`() throws {
        for number in 0..<2 { _ = finder.want(try way(number), of: try device(number), at: now) }
        for (query, _) in finder.next(at: now) { _ = fail(query, at: now, Self.down) }
        #expect(finder.nextWork == later(10))
        for (query, _) in finder.next(at: later(10)) { _ = fail(query, at: later(10), Self.down) }
        #expect(finder.nextWork == later(30))
    }

    @Test func `ways that fail and that nobody waits for any more keep no other from being tried`() throws {
        let wanted = try #require(finder.request([try way(1), try way(2)], at: now))
        for (query, _) in finder.next(at: now) { _ = fail(query, at: now, Self.down) }
        finder.release(wanted)
        #expect(finder.request([try way(3)], at: later(1)) == [])
        #expect(finder.next(at: later(10)).map(\.query) == [try way(3)])
        _ = finder.accept(try way(3), .success(leg(try way(3))), at: later(11))
        #expect(finder.request([try way(4)], at: later(12)) == [try way(4)])
    }

    @Test func `an answer of the router before is none of this one`() throws {
        let old = try way(1)
        _ = finder.want(old, of: try device(1), at: now)
        _ = finder.next(at: now)
        var settings = RoutingSettings()
        settings.router = RouteReaderTests.town
        settings.router?.url = "http://other.test"
        finder.use(settings)
        _ = finder.want(try way(1), of: try device(1), at: now)
        _ = finder.next(at: now)
        #expect(finder.accept(old, .failure(Self.down), at: now) == nil)
        #expect(finder.accept(try way(1), .success(leg(try way(1))), at: now) != nil)
    }

    @Test func `requests, devices and plans take turns`() throws {
        finder.plan(try Identifier("t"), [try way(1), try way(2)], at: now)
        _ = finder.request([try way(3), try way(4)], at: now)
        for number in 5...6 { _ = finder.want(try way(number), of: try device(number), at: now) }
        var asked: [RouteQuery] = []
        while !finder.queue.isEmpty {
            for (query, _) in finder.next(at: now) {
                asked.append(query)
                _ = finder.accept(query, .success(leg(query)), at: now)
            }
        }
        #expect(asked == [try way(3), try way(5), try way(1), try way(4), try way(6), try way(2)])
    }

    @Test func `legs beyond those that are remembered are not asked for, however often they are looked for`()
        throws
    {
        let count = PlannedLegs.most / 100 + 1
        func look() throws {
            for itinerary in 0..<count {
                let legs = try (0..<100).map { try way(itinerary * 100 + $0) }
                finder.plan(try Identifier("i\(itinerary)"), legs, at: now)
            }
        }
        var asked = 0
        for _ in 0..<2 {
            try look()
            while !finder.queue.isEmpty {
                for (query, _) in finder.next(at: now) {
                    asked += 1
                    _ = finder.accept(query, .success(leg(query)), at: now)
                }
            }
        }
        #expect(asked == PlannedLegs.most)
        let last = try way(PlannedLegs.most)
        #expect(
            finder.leg(last.from, last.to).problem
                == "so many ways are planned that the router is not asked for this one"
        )
        // With one itinerary less there is room for the last.
        #expect(finder.planned.isFull && finder.queue.isEmpty)
        finder.plan(try Identifier("i0"), [], at: now)
        finder.plan(try Identifier("i\(count - 1)"), [last], at: now)
        #expect(finder.queue.contains(last))
    }

    @Test func `long ways leave no room, and what devices asked for goes first`() throws {
        let legs = try (0..<60).map(way)
        finder.plan(try Identifier("t"), legs, at: now)
        while !finder.queue.isEmpty {
            for (query, _) in finder.next(at: now) {
                _ = finder.accept(query, .success(leg(query, corners: 20_000)), at: now)
            }
        }
        finder.plan(try Identifier("t"), legs, at: now)
        finder.plan(try Identifier("u"), [try way(100)], at: now)
        #expect(finder.queue.isEmpty)
        for number in 200..<230 {
            _ = finder.want(try way(number), of: try device(1), at: now)
            for (query, _) in finder.next(at: now) {
                _ = finder.accept(query, .success(leg(query, corners: 20_000)), at: now)
            }
        }
        let known = try (200..<230).filter { try finder.leg(way($0).from, way($0).to).via == .router }
        #expect(known.count < 30 && known.last == 229)
        #expect(finder.leg(legs[0].from, legs[0].to).via == .router)
    }

    @Test func `a question that can't be answered stops no other`() throws {
        let problem = RouteProblem(text: "the answer is longer than 1048576 bytes")
        finder.plan(try Identifier("t"), [try way(1), try way(2), try way(3)], at: now)
        let first = try #require(finder.next(at: now).first?.query)
        #expect(fail(first, at: now, problem) == nil)
        #expect(finder.problem == nil && finder.hasWork(at: now))
        #expect(finder.leg(first.from, first.to).problem == problem.text)
    }

    @Test func `a question over which the router fails three times has no way, and stops no other`() throws {
        let (bad, good) = (try way(1), try (2...9).map(way))
        _ = finder.want(bad, of: try device(1), at: now)
        var (time, tries, answered) = (now, 0, 0)
        finder.plan(try Identifier("t"), good, at: now)
        for _ in 0..<20 {
            for (query, _) in finder.next(at: time) {
                if query == bad {
                    tries += 1
                    _ = fail(bad, at: time, Self.down)
                } else {
                    answered += 1
                    _ = finder.accept(query, .success(leg(query)), at: time)
                }
            }
            time = time.advanced(byMilliseconds: 10_000)
        }
        #expect(tries == RouterSpell.mostTries && answered == good.count)
        #expect(finder.problem == nil)
        #expect(finder.leg(bad.from, bad.to).problem == "down")
    }

    @Test func `where it alone is asked, the router is not at fault for long`() throws {
        finder.plan(try Identifier("t"), [try way(1)], at: now)
        var begun = 0
        for step in 0..<10 {
            for (query, _) in finder.next(at: later(Int64(step) * 20)) {
                begun += fail(query, at: later(Int64(step) * 20), Self.down) == nil ? 0 : 1
            }
        }
        #expect(begun == 1 && finder.problem == nil)
    }

    @Test func `a router that is down stays so, however many questions fail`() throws {
        finder.plan(try Identifier("t"), try (1...5).map(way), at: now)
        var (time, begun) = (now, 0)
        for _ in 0..<20 {
            for (query, _) in finder.next(at: time) {
                begun += fail(query, at: time, Self.down) == nil ? 0 : 1
            }
            time = finder.nextWork ?? time
        }
        #expect(begun == 1 && finder.problem == "down" && finder.queue.count == 5)
    }

    @Test func `with nobody else to find out, a request has the router tried again`() throws {
        _ = finder.want(try way(1), of: try device(1), at: now)
        let query = try #require(finder.next(at: now).first?.query)
        _ = fail(query, at: now, Self.down)
        finder.drop(try device(1))
        #expect(finder.queue.isEmpty)
        #expect(finder.request([try way(2)], at: later(11)) == [])
        let next = try #require(finder.next(at: later(11)).first?.query)
        _ = finder.accept(next, .success(leg(next)), at: later(11))
        #expect(finder.problem == nil)
    }

    @Test func `requests have room for so many ways`() throws {
        let many = try (0..<RouteQueue.most).map(way)
        #expect(finder.request(many, at: now)?.count == RouteQueue.most)
        #expect(finder.request([try way(RouteQueue.most)], at: now) == nil)
        finder.release(Set(many))
        #expect(finder.queue.isEmpty)
        #expect(finder.request([try way(RouteQueue.most)], at: now)?.count == 1)
    }

    @Test func `a line keeps its order, whoever leaves`() {
        var line = WaitingLine<Int>()
        line.append(contentsOf: 0..<1000)
        for number in 0..<1000 where number % 10 != 0 { line.remove(number) }
        line.append(contentsOf: [500, 7])
        var left: [Int] = []
        while let number = line.popFirst() { left.append(number) }
        #expect(left == Array(stride(from: 0, to: 1000, by: 10)) + [7])
        #expect(line.isEmpty && line.popFirst() == nil)
    }
}
