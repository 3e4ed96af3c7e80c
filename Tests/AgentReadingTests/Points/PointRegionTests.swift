import GeofenceCore
import Testing

@testable import geofence_agent

/// Which points have fences around them, and which fences.
@Suite struct PointRegionTests {
    private static func pois(
        _ points: [(id: String, latitude: Double, radius: Double?)],
        _ change: (inout PointSettings) -> Void
    ) throws -> PointsOfInterest {
        var (settings, builder) = (PointSettings(), PointTableBuilder(tags: []))
        change(&settings)
        for (id, latitude, radius) in points {
            let place = try Coordinate(latitude: latitude, longitude: 13)
            try builder.add(ParsedPoint(id: id, radius: radius, place: place))
        }
        return PointsOfInterest(settings: settings, table: PointTable(builder, fingerprint: "1"))
    }

    private static let long = String(repeating: "x", count: 150)

    @Test(arguments: [
        ("a", "poi-a-100"), ("a-b", "poi-a-b-100"), ("node/7", "poi-node-7-207dc923-100"),
        ("a/b", "poi-a-b-0468cf61-100"), ("a+b", "poi-a-b-0474c8c5-100"), ("Süd 1", "poi-Süd 1-100"),
        (long + "1", "poi-\(long.prefix(111))-f96758c4-100"),
        (long + "2", "poi-\(long.prefix(111))-f9675ddd-100"),
        (String(long.prefix(120)), "poi-\(long.prefix(120))-100"),
        ("👩\u{200D}👧", "poi-👩-👧-dd52679a-100"),
    ])
    func `names a fence by its point, with a hash of the id where that can't stand there`(
        _ id: String,
        _ name: String
    ) throws {
        let pois = try Self.pois([(id, 52, nil)]) { $0.regions = [100] }
        #expect(pois.fences(around: 0, rules: Rules()).map(\.id.description) == [name])
    }

    @Test func `names no two fences alike`() throws {
        let ids = ["a/b", "a-b", "a+b", "a#b", "a\u{200B}b", Self.long, Self.long + "1", Self.long + "2"]
        let pois = try Self.pois(ids.map { ($0, 52, nil) }) { $0.regions = [100, 12.5] }
        let names = pois.fences(around: Array(ids.indices), rules: Rules()).map(\.id)
        #expect(names.count == 16 && Set(names).count == 16)
    }

    @Test func `takes a radius of its own as it was written`() throws {
        let pois = try Self.pois([("a", 52, 12.3), ("b", 52, 100_000)]) { $0.regions = [100] }
        let fences = pois.fences(around: [0, 1], rules: Rules())
        #expect(fences.map(\.id.description) == ["poi-a-12.3", "poi-b-100000"])
    }

    /// The point is at 52 N; a degree is some 111 km.
    @Test(
        arguments: [
            ([20_000], nil, 52.015, 10, true), ([20_000], nil, 52.17, 10, true),
            ([20_000], nil, 52.18, 10, false),
            ([100], nil, 52.005, 10, true), ([100], nil, 52.015, 10, false), ([100], nil, 52.015, 1000, true),
            ([100], 20_000, 52.17, 10, true), ([100], 20_000, 52.18, 10, false),
        ] as [([Double], Double?, Double, Double, Bool)]
    )
    func `keeps a point as long as the device may be within its largest fence`(
        _ regions: [Double],
        _ radius: Double?,
        _ latitude: Double,
        _ accuracy: Double,
        _ isKept: Bool
    ) throws {
        let pois = try Self.pois([("a", 52, radius)]) { ($0.regions, $0.searchRadius) = (regions, 1000) }
        let fix = try Fix(coordinate: Coordinate(latitude: latitude, longitude: 13), accuracy: accuracy)
        let near = pois.table.index.nearest(to: fix.coordinate, within: 1000).map(\.number)
        #expect(pois.surrounding(fix, near, besides: [0]) == (isKept ? [0] : []))
        #expect(pois.surrounding(fix, near, besides: []) == (latitude < 52.01 ? [0] : []))
    }
}
