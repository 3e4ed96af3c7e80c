import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

@Suite struct NotifyRequestTests {
    /// Milliseconds after the beginning at which is asked.
    private static let asked: Int64 = 400_000

    private static func ask(_ members: String) throws -> String {
        let driver = try AgentDriver()
        driver.fix(inside: true, at: 0)
        return driver.ask("notify", #"{"device":"van","map":false\#(members)}"#, at: asked)
    }

    private static func stamp(_ age: Int64) -> Int64 { (AgentDriver.beginning + asked) / 1000 - age }

    @Test(
        arguments: [
            ("", "missing"), (#","timestamp":null"#, "missing"), (",\"timestamp\":\(stamp(300))", "fresh"),
            (",\"timestamp\":\(stamp(301))", "stale"), (",\"timestamp\":\"\(stamp(0))\"", "fresh"),
            (",\"timestamp\":\(stamp(0) * 1000 - 300_001)", "stale"),
            (",\"timestamp\":\(stamp(-60))", "fresh"),
            (",\"timestamp\":\(stamp(-61))", "future"),
            (",\"timestamp\":\(stamp(11)),\"maxAge\":10", "stale"),
            (#","timestamp":"2025-10-09T09:00:00Z""#, "fresh"),
            (",\"timestamp\":\"\"", "missing"), (#","timestamp":0"#, "stale"),
            (#","timestamp":-5"#, "stale"), (#","timestamp":"-5""#, "stale"),
            (#","timestamp":946684799"#, "stale"), (#","timestamp":"1999-12-31T23:59:59Z""#, "stale"),
            (#","timestamp":-1e300"#, "stale"), (#","timestamp":1e300"#, "future"),
            (#","timestamp":"1e300""#, "future"), (#","timestamp":99999999999"#, "future"),
        ]
    )
    func `judges the stamp`(_ members: String, _ verdict: String) throws {
        let answer = try Self.ask(members)
        #expect(answer.contains("\"verdict\":\"\(verdict)\""), "\(answer)")
        #expect(answer.contains("latitude") == (verdict == "fresh"))
    }

    @Test func `says where the device is, and what is near`() throws {
        let expected = """
            {"status":"ok","data":{"device":"van","verdict":"fresh","age":12,"maxAge":300,"inside":["depot"],\
            "latitude":52,"longitude":13,"time":"2025-10-09T08:53:20.000Z",\
            "fences":[{"id":"depot","name":"depot","distance":-150}],"pois":[]}}
            """
        #expect(try Self.ask(",\"timestamp\":\(Self.stamp(12))") == expected)
    }

    /// An agent with a device and one point of interest north of it.
    private static func agent(point name: String?, at latitude: Double) throws -> AgentDriver {
        var builder = PointTableBuilder(tags: [])
        let place = try Coordinate(latitude: latitude, longitude: 13)
        try builder.add(ParsedPoint(id: "a&1", name: name, place: place))
        var settings = PointSettings()
        (settings.nearest, settings.searchRadius) = (0, 20_000)
        var setup = try AgentDriver.setup(fences: [])
        setup.pois = PointsOfInterest(settings: settings, table: PointTable(builder, fingerprint: "1"))
        let driver = AgentDriver(setup)
        driver.fix(inside: true, at: 0)
        return driver
    }

    @Test func `names the nearest point of interest, also where none is told by itself`() throws {
        let driver = try Self.agent(point: nil, at: 52.001)
        let request = #"{"device":"van","map":false,"timestamp":\#(Self.stamp(0))}"#
        let answer = driver.ask("notify", request, at: Self.asked)
        #expect(answer.contains(#""pois":[{"id":"a&1","distance":111.3,"bearing":0}]"#), "\(answer)")
    }

    @Test(
        arguments: [
            (nil, 52.001, ">a&amp;1</text>"),
            ("<Café> \"Süd\"", 52.001, ">&lt;Café&gt; &quot;Süd&quot;</text>"),
            ("Twenty-four characters &&", 52.001, ">Twenty-four characters …</text>"),
            ("far", 52.01, ">far</text>"), ("beyond the map", 52.1, nil),
        ] as [(String?, Double, String?)]
    )
    func `draws a point of interest with its name`(_ name: String?, _ latitude: Double, _ label: String?)
        throws
    {
        let driver = try Self.agent(point: name, at: latitude)
        let request = #"{"device":"van","timestamp":\#(Self.stamp(0))}"#
        let answer = driver.ask("notify", request, at: Self.asked)
        let map = try JSONDocument.parse(answer).root.member("data")?.member("map")?.text ?? ""
        #expect(map.contains("r=\"4\"") == (label != nil), "\(map)")
        #expect(map.contains(label ?? "</svg>"), "\(map)")
    }

    @Test func `shows the device's own fences, however many of others are nearer`() throws {
        let others = try (0..<30).map { index in
            let place = try Coordinate(latitude: 52, longitude: 13)
            return try Self.fence("other\(index)", place, for: "another")
        }
        let own = try Self.fence("own", try Coordinate(latitude: 52.001, longitude: 13), for: "van")
        let driver = try AgentDriver(fences: others + [own])
        driver.fix(inside: true, at: 0)
        let request = #"{"device":"van","timestamp":\#(Self.stamp(12))}"#
        let answer = driver.ask("notify", request, at: Self.asked)
        let data = try JSONDocument.parse(answer).root.member("data")
        #expect(data?.member("inside")?.elements.map(\.text) == ["own"])
        #expect(data?.member("fences")?.elements.map { $0.member("id")?.text } == ["own"])
        #expect(data?.member("map")?.text?.contains(">own</text>") == true)
    }

    private static func fence(_ id: String, _ place: Coordinate, for device: String) throws -> Fence {
        let shape = Shape.circle(try Circle(center: place, radius: 150))
        return try Fence(id: Identifier(id), shape: shape, devices: [try DevicePattern(device)])
    }

    @Test(arguments: [(#","timestamp":"soon""#, "is no time"), (#","timestamp":true"#, "is no time")])
    func `refuses what is no stamp`(_ members: String, _ part: String) throws {
        let answer = try Self.ask(members)
        #expect(answer.contains(part))
    }

    @Test func `draws the same map each time`() throws {
        let expected = """
            <svg xmlns="http://www.w3.org/2000/svg" width="400" height="400" viewBox="0 0 400 400" \
            font-family="sans-serif" font-size="12"><rect width="400" height="400" fill="#f5f5f0"/>\
            <circle cx="200" cy="200" r="133.3" fill="#2f855a" fill-opacity=".15" fill-rule="evenodd" stroke="#2f855a"/>\
            <text x="200" y="192" text-anchor="middle">depot</text>\
            <circle cx="200" cy="200" r="5" fill="#c53030" stroke="#fff" stroke-width="2"/>\
            <path d="M12 384V388H100.9V384" fill="none" stroke="#333"/><text x="12" y="380">100 m</text></svg>
            """
        let driver = try AgentDriver()
        driver.fix(inside: true, at: 0)
        let request = #"{"device":"van","timestamp":\#(Self.stamp(0))}"#
        for _ in 0..<2 {
            let answer = driver.ask("notify", request, at: Self.asked)
            let map = try JSONDocument.parse(answer).root.member("data")?.member("map")?.text
            #expect(map == expected)
        }
    }

    @Test(arguments: [(179.999, -179.999), (-179.999, 179.999)])
    func `a map goes on beyond the antimeridian`(_ middle: Double, _ other: Double) throws {
        let frame = MapFrame(center: try Coordinate(latitude: 0, longitude: middle), extent: 1000)
        let point = frame.point(longitude: other, latitude: 0)
        #expect(abs(abs(point.x - 200) - 44.5) < 0.2 && point.y == 200)
    }
}
