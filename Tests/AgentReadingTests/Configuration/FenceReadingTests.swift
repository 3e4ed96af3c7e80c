import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// What a fence of the file becomes, as a whole value.
@Suite struct FenceReadingTests {
    private let folder: ConfigurationFolder

    init() throws { folder = try ConfigurationFolder() }

    @Test func `every key of a rule has its place, and a number its range`() {
        let keys = Set(Rules.Key.allCases).subtracting(Rules.Key.ofDevices)
        #expect(Set(Rules.keyed.map(\.key)) == keys)
        #expect(Rules.keyed.count == Rules.fields.count)
        for (key, field) in Rules.keyed where field.place.isNumber { #expect(key.range != nil, "\(key)") }
    }

    /// The fences of a file with these fences and perhaps other parts.
    private func fences(_ fences: String, _ part: String = "") throws -> [Fence] {
        let source = ConfigurationErrorTests.source
        return try folder.load("{\"mqtt\":{\"host\":\"h\"},\(source),\"fences\":[\(fences)]\(part)}").fences
    }

    private static func ring(_ numbers: [(Double, Double)]) throws -> [Position] {
        try numbers.map { try Position(longitude: $0.0, latitude: $0.1) }
    }

    @Test func `a polygon with a hole`() throws {
        let text = """
            {"id":"a","geometry":{"type":"Polygon","bbox":[0,0,4,4],"coordinates":
            [[[0,0],[4,0,17.5],[4,4],[0,4],[0,0]],[[1,1],[2,1],[2,2],[1,1]]]}}
            """
        let outer = try Self.ring([(0, 0), (4, 0), (4, 4), (0, 4), (0, 0)])
        let hole = try Self.ring([(1, 1), (2, 1), (2, 2), (1, 1)])
        let area = try Area(polygons: [[outer, hole]])
        #expect(try fences(text) == [Fence(id: Identifier("a"), shape: .area(area))])
    }

    @Test func `polygons on both sides of the antimeridian`() throws {
        let text = """
            {"id":"a","geometry":{"type":"MultiPolygon","coordinates":
            [[[[179,-17],[180,-17],[180,-16],[179,-17]]],[[[-180,-17],[-179,-17],[-180,-16],[-180,-17]]]]}}
            """
        let west = try Self.ring([(179, -17), (180, -17), (180, -16), (179, -17)])
        let east = try Self.ring([(-180, -17), (-179, -17), (-180, -16), (-180, -17)])
        let area = try Area(polygons: [[west], [east]])
        #expect(try fences(text) == [Fence(id: Identifier("a"), shape: .area(area))])
    }

    @Test func `a corridor that goes on beyond the antimeridian`() throws {
        let text =
            #"{"id":"a","width":500.5,"geometry":{"coordinates":[[179,0],[181,0.5]],"type":"LineString"}}"#
        let corridor = try Corridor(line: Self.ring([(179, 0), (181, 0.5)]), width: 500.5)
        #expect(try fences(text) == [Fence(id: Identifier("a"), shape: .corridor(corridor))])
    }

    @Test(arguments: [
        ("[13.36,52.54,13.37,52.55]", 13.36, 52.54, 13.37, 52.55),
        ("[179,-17,-179,-16]", 179, -17, -179, -16),
        ("[-180,66,180,90]", -180, 66, 180, 90),
    ])
    func `a rectangle`(_ text: String, _ west: Double, _ south: Double, _ east: Double, _ north: Double)
        throws
    {
        let rectangle = try Rectangle(west: west, south: south, east: east, north: north)
        #expect(
            try fences("{\"id\":\"a\",\"bbox\":\(text)}")
                == [Fence(id: Identifier("a"), shape: .rectangle(rectangle))]
        )
    }

    @Test func `a circle around a device, and a network`() throws {
        let text = #"{"id":"a","follows":"ship 1","radius":250,"wifi":["Deck"]}"#
        let follow = try Follow(device: Identifier("ship 1"), radius: 250)
        #expect(
            try fences(text)
                == [Fence(id: Identifier("a"), shape: nil, follows: follow, wifi: [.ssid("Deck")])]
        )
    }

    @Test(
        arguments: [
            (#""minAltitude":-5,"maxAltitude":12.5"#, -5, 12.5), (#""minAltitude":100"#, 100, nil),
            (#""maxAltitude":0"#, nil, 0), (#""minAltitude":3,"maxAltitude":3"#, 3, 3),
        ] as [(String, Double?, Double?)]
    )
    func `a band of heights`(_ text: String, _ minimum: Double?, _ maximum: Double?) throws {
        let band = try AltitudeBand(minimum: minimum, maximum: maximum)
        #expect(
            try fences("{\"id\":\"a\",\"wifi\":[\"x\"],\(text)}")
                == [Fence(id: Identifier("a"), shape: nil, wifi: [.ssid("x")], altitude: band)]
        )
    }

    @Test func `devices and groups`() throws {
        let text =
            #"{"id":"a","wifi":["x"],"devices":["van*","*","Jane's phone"],"groups":["depots","north"]}"#
        let fence = try Fence(
            id: Identifier("a"),
            shape: nil,
            wifi: [.ssid("x")],
            devices: ["van*", "*", "Jane's phone"].map(DevicePattern.init),
            groups: ["depots", "north"].map(Identifier.init)
        )
        #expect(try fences(text) == [fence])
        #expect(try fences(#"{"id":"a","wifi":["x"],"groups":[]}"#).map(\.groups) == [[]])
    }

    @Test func `hours and an end`() throws {
        let text = """
            {"id":"a","wifi":["x"],"expires":"2027-01-01T00:00:00+01:00",
            "schedule":[{"days":["mon-fri"],"from":"08:00","to":"17:30","timezone":"UTC"}]}
            """
        let window = try WeeklyWindow(
            days: [.monday, .tuesday, .wednesday, .thursday, .friday],
            from: 28_800,
            to: 63_000,
            timeZone: .utc
        )
        let end = Timestamp(milliseconds: 1_798_758_000_000)
        let schedule = Schedule(windows: [window], expires: end)
        #expect(
            try fences(text)
                == [Fence(id: Identifier("a"), shape: nil, wifi: [.ssid("x")], schedule: schedule)]
        )
    }

    /// Rules stand in `rules` for all, in a fence's `rules`, or in the fence itself: the nearest counts.
    @Test func `rules of its own`() throws {
        let text = """
            {"id":"a","wifi":["x"],"speedLimit":30,"crossing":true,"rules":{"speedLimit":50,"speedFor":5,"crossing":false}},
            {"id":"b","wifi":["x"],"maxGap":60,"staleAfter":120,"speedFor":0}
            """
        let general =
            #","rules":{"crossing":false,"maxGap":100,"staleAfter":900,"speedLimit":80,"speedFor":10,"reorder":5}"#
        var (first, second) = (Rules(), Rules())
        (first.crossing, first.maxGap, first.staleAfter) = (true, 100, 900)
        (first.speedLimit, first.speedFor) = (30, 5)
        (second.crossing, second.maxGap, second.staleAfter) = (false, 60, 120)
        (second.speedLimit, second.speedFor) = (80, 0)
        let expected = [
            try Fence(id: Identifier("a"), shape: nil, wifi: [.ssid("x")], rules: first),
            try Fence(id: Identifier("b"), shape: nil, wifi: [.ssid("x")], rules: second),
        ]
        #expect(try fences(text, general) == expected)
    }

    @Test func `rules of all devices' messages`() throws {
        let rules = #""rules":{"reorder":5.5,"lateEvents":true,"maxSpeed":300}"#
        let loaded = try folder.load("{\"mqtt\":{\"host\":\"h\"},\(ConfigurationErrorTests.source),\(rules)}")
        var stream = StreamRules()
        (stream.reorder, stream.lateEvents, stream.maxSpeed) = (5.5, true, 300)
        #expect(loaded.stream == stream && loaded.rules == Rules())
    }

    @Test(
        arguments: [
            ("", .oneFix), (#""rest":true,"#, .oneFix), (#""rest":false,"#, .off), (#""rest":{},"#, .oneFix),
            (#""rest":{"fixes":1},"#, .oneFix), (#""rest":{"fixes":2},"#, .twoFixes),
            (#""rest":{"firm":true},"#, .firm), (#""rest":{"firm":true,"fixes":2},"#, .firmTwoFixes),
            (#""rest":{"firm":false},"#, .oneFix),
        ] as [(String, RestRule)]
    )
    func `how devices at rest are judged, all of them or those of a source`(_ text: String, _ rule: RestRule)
        throws
    {
        let source = #""sources":[{\#(text)"topic":"a/{device}"},{"topic":"b/{device}"}]"#
        let rules = #""rules":{\#(text)"unknownAccuracy":20}"#
        let loaded = try folder.load("{\"mqtt\":{\"host\":\"h\"},\(source),\(rules)}")
        #expect(loaded.stream.rest == rule && loaded.stream.unknownAccuracy == 20)
        #expect(loaded.rules.unknownAccuracy == 20)
        #expect(loaded.sources.map(\.rest) == [text == "" ? nil : rule, nil])
    }

    @Test func `a rest is yes, no, or an object`() {
        let text = #"{"mqtt":{"host":"h"},\#(ConfigurationErrorTests.source),"rules":{"rest":2}}"#
        let problems = folder.errors(text)
        let wanted = "rules.rest: must be true, false, or an object such as { \"fixes\": 2 }, not a number"
        #expect(problems.count == 1 && problems[0].hasSuffix(wanted), "\(problems)")
    }
}
