import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// Points of interest from files.
@Suite struct PointFileTests {
    private let folder: ConfigurationFolder

    init() throws { folder = try ConfigurationFolder() }

    private func load(_ name: String, _ text: String, _ more: String = "") throws -> Configuration {
        folder.write(name, text.utf8)
        return try folder.load(Self.configuration(name, more))
    }

    private func load(_ name: String, _ text: String, more: String...) throws -> Configuration {
        folder.write(name, text.utf8)
        let rest = more.map { ",\"\($0)\"" }.joined()
        let text = Self.configuration(name, "").replacing("\"\(name)\"", with: "\"\(name)\"\(rest)")
        return try folder.load(text)
    }

    private static func configuration(_ name: String, _ more: String) -> String {
        #"{"mqtt":{"host":"localhost"},"sources":[{"topic":"a/{device}"}],"pois":{"files":["\#(name)"]\#(more)}}"#
    }

    /// What is told of each point.
    private func texts(_ configuration: Configuration) throws -> [String] {
        let table = try #require(configuration.pois?.table)
        return (0..<table.count).map { String(decoding: table.text($0) + [UInt8(ascii: "}")], as: UTF8.self) }
    }

    private func warnings(_ configuration: Configuration) -> [String] {
        configuration.warnings.map { folder.relative($0.description) }
    }

    private static let stores = """
        { "type": "FeatureCollection", "features": [
          { "type": "Feature", "geometry": { "type": "Point", "coordinates": [13.4, 52.5] },
            "properties": { "store_id": "S1", "name": "Café \\"Nord\\"", "address": { "city": "Berlin", "zipcode": 10115 },
              "tags": ["wifi", "pickup"], "types": ["cafe"], "user_properties": { "reach": 250 },
              "opening_hours": { "timezone": "Europe/Berlin", "usual": { "default": [{ "start": "08:00", "end": "18:00" }], "7": [] } } } },
          { "type": "Feature", "id": "node/7", "geometry": { "type": "Point", "coordinates": [180, -90, 12] },
            "properties": { "name": "Pole", "addr:city": "South", "addr:postcode": "0", "tags": "a; b",
              "opening_hours": "Mo-Fr 08:00-18:00; PH off" } },
          { "type": "Feature", "geometry": { "type": "Point", "coordinates": [1, 2] }, "properties": null }
        ] }
        """

    @Test func `reads GeoJSON as OpenStreetMap's tools and Woosmap write it`() throws {
        let configuration = try load("stores.geojson", Self.stores, #","timezone":"UTC","radius":"reach""#)
        #expect(
            try texts(configuration) == [
                #"{"id":"S1","name":"Café \"Nord\"","city":"Berlin","zip":"10115","tags":["wifi","pickup"],"types":["cafe"]}"#,
                #"{"id":"node/7","name":"Pole","city":"South","zip":"0","tags":["a","b"]}"#,
                #"{"id":"stores-3"}"#,
            ]
        )
        let table = try #require(configuration.pois?.table)
        #expect((0..<3).map { table.radius($0) } == [250, nil, nil])
        let monday = try #require(Timestamp(iso8601: "2026-11-16T17:30:00Z"))
        #expect((0..<3).map { table.isOpen($0, at: monday) } == [false, true, nil])
        #expect(table.place(1) == (try Coordinate(latitude: -90, longitude: 180)))
        #expect(table.names(0).name == "Café \"Nord\"")
        #expect(warnings(configuration) == [])
        #expect(
            ConfigurationSummary(configuration, file: "a.json").description.contains(
                "pois     3, the nearest 1 published"
            )
        )
    }

    @Test func `reads CSV under the usual titles`() throws {
        let text = """
            Store_ID;Name;Lat;Lng;City;Postcode;Tags;Opening_Hours
            7;"Bäckerei; Süd";52,5;13,4;Berlin;10115;bread, cake;24/7
            8;;0;0;;;;
            """
        let configuration = try load("stores.csv", text, #","timezone":"UTC""#)
        #expect(
            try texts(configuration) == [
                #"{"id":"7","name":"Bäckerei; Süd","city":"Berlin","zip":"10115","tags":["bread","cake"]}"#,
                #"{"id":"8"}"#,
            ]
        )
        #expect(configuration.pois?.table.isOpen(0, at: .distantPast) == true)
    }

    @Test
    func `calls points without an id by their file and number, so that files don't shut each other out`()
        throws
    {
        try folder.makeFolder(of: "south/stores.csv")
        folder.write("south/stores.csv", "lat,lon\n1,2\n3,4\n".utf8)
        folder.write("b.csv", "id,lat,lon\n1,5,6\n,7,8\n".utf8)
        let configuration = try load("stores.csv", "lat,lon\n1,2\n3,4\n", more: "b.csv", "south/stores.csv")
        #expect(
            try texts(configuration).map { $0.dropFirst(7).dropLast(2) } == [
                "stores-1", "stores-2", "1", "b-2", "stores-1-2", "stores-2-2",
            ]
        )
        #expect(warnings(configuration) == [])
    }

    @Test func `puts the file's name before ids that an earlier file has, and refuses those of its own`()
        throws
    {
        folder.write("b.csv", "id,lat,lon\n1,5,6\n2,5,6\n1,7,8\n,7,8\nb-2,7,8\n3,7,8\n".utf8)
        let configuration = try load("a.csv", "id,lat,lon\n1,1,2\n2,3,4\n", more: "b.csv", "a.csv")
        #expect(
            try texts(configuration).map { $0.dropFirst(7).dropLast(2) } == [
                "1", "2", "b-1", "b-2", "b-4", "b-b-2", "3",
            ]
        )
        #expect(
            warnings(configuration) == [
                #"b.csv:4:1: "1" is the id of another point; give each its own; the point is left out"#,
                #"b.csv: 3 of 6 points have ids of points in files before, and get the file's name before theirs, such as "b-1""#,
            ]
        )
    }

    @Test func `takes those with a wanted tag or type alone`() throws {
        let configuration = try load("stores.geojson", Self.stores, #","tags":["cafe","b"]"#)
        #expect(try texts(configuration).count == 2)
    }

    @Test func `leaves out what it can't read, and says so`() throws {
        let text = """
            id,lat,lon,opening_hours
            a,1,2,Mo-Xx
            a,1,3,
            b,91,0,
            c,north,0,
            d,1,2,Mo-Xx
            e,1
            """
        let configuration = try load("p.csv", text, #","timezone":"UTC""#)
        #expect(try texts(configuration) == [#"{"id":"a"}"#, #"{"id":"d"}"#])
        #expect(
            warnings(configuration) == [
                #"p.csv:2:1: opening hours, at character 4, "Xx": write a day as Mo, Tu, We, Th, Fr, Sa or Su; whether it is open is not told"#,
                #"p.csv:3:1: "a" is the id of another point; give each its own; the point is left out"#,
                "p.csv:4:1: latitude 91.0 is not within -90…90 degrees; the point is left out",
                "p.csv:5:1: needs numbers in the columns of latitude and longitude; the point is left out",
                "p.csv:7:1: needs numbers in the columns of latitude and longitude; the point is left out",
            ]
        )
    }

    @Test func `counts the rest of what is wrong`() throws {
        let rows = (0..<9).map { "x\($0),95,0" }.joined(separator: "\n")
        let lines = warnings(try load("p.csv", "id,lat,lon\n\(rows)\n"))
        #expect(lines.count == 6)
        #expect(
            lines.last == "p.csv: 9 of 9 points are left out; 0 opening hours and 0 radii can't be read"
        )
    }

    @Test func `says of a radius that can't be that it isn't used`() throws {
        let text = """
            id,lat,lon,reach
            a,1,2,1e9
            b,1,2,-5
            c,1,2,abc
            d,1,2,0
            e,1,2,
            f,1,2,100000
            g,1,2,1e-320
            h,1,2,nan
            """
        let configuration = try load("p.csv", text, #","radius":"reach","regions":[50]"#)
        let table = try #require(configuration.pois?.table)
        #expect((0..<8).map { table.radius($0) } == [nil, nil, nil, nil, nil, 100_000, nil, nil])
        let lines = warnings(configuration)
        let end = "is no radius above 0 and at most 100000 metres; the point has the fences of \"regions\""
        #expect(lines.first == "p.csv:2:1: reach: \"1e9\" \(end)")
        #expect(lines.dropFirst(2).first == "p.csv:4:1: reach: \"abc\" \(end)")
        #expect(lines.last == "p.csv: 0 of 8 points are left out; 0 opening hours and 6 radii can't be read")
    }

    @Test(arguments: [
        ("250", nil, 250), ("\"250.5\"", nil, 250.5), ("null", nil, nil), ("\"\"", nil, nil),
        ("\"a\"", "\"a\"", nil), ("-5", "-5", nil), ("1e9", "1000000000", nil), ("[1]", "a list", nil),
        ("true", "true or false", nil),
    ])
    func `reads a radius of its own from GeoJSON`(_ value: String, _ found: String?, _ radius: Double?) throws
    {
        let text = """
            {"features":[{"geometry":{"type":"Point","coordinates":[1,2]},"properties":{"user_properties":{"reach":\(value)}}}]}
            """
        let configuration = try load("p.geojson", text, #","radius":"reach""#)
        #expect(configuration.pois?.table.radius(0) == radius)
        let end = "is no radius above 0 and at most 100000 metres; the point has no fences"
        #expect(
            warnings(configuration).map { $0.drop { $0 != " " } }
                == (found.map { [" reach: \($0) \(end)"] } ?? [])
        )
    }

    @Test(arguments: [
        (
            #"{"features":[{"geometry":{"type":"Point","coordinates":[1,2]}},{"geometry":}]}"#,
            "p.geojson:1:76: expected a value, found '}'; the point is left out"
        ),
        (
            "{\"features\":[\n {\"a\":1}]}",
            "p.geojson:2:2: needs a geometry of the type Point with [longitude, latitude]; the point is left out"
        ),
        (
            "{\"features\":[\n{\"geometry\":{\"type\":\"Point\",\n\"coordinates\":[200,2]}}]}",
            "p.geojson:3:16: longitude 200.0 is not within -180…180 degrees; the point is left out"
        ),
        (
            "{\"a\":[{\"features\":[]}],\"features\":[12]}",
            "p.geojson:1:36: needs a geometry of the type Point with [longitude, latitude]; the point is left out"
        ),
    ])
    func `says where in GeoJSON a point is wrong`(_ text: String, _ warning: String) throws {
        #expect(warnings(try load("p.geojson", text)) == [warning])
    }

    @Test(arguments: [
        (
            "p.geojson", "{\"features\":[{\"a\":1}",
            "p.geojson: the file ends within the list \"features\"; it seems to be cut off"
        ),
        (
            "p.geojson", "{\"stores\":[]}",
            "p.geojson: is no GeoJSON with a list \"features\"; points are features in a FeatureCollection"
        ),
        (
            "p.geojson", " [{\"type\":\"Feature\"}]",
            "p.geojson: is a list; put it under \"features\" of a FeatureCollection: {\"type\": \"FeatureCollection\", \"features\": […]}"
        ),
        ("p.geojson", "", "p.geojson: is empty"), ("p.csv", "\u{FEFF} \n", "p.csv: is empty"),
        (
            "p.GeoJSON", "\u{1F}\u{8B}\u{8}é",
            "p.GeoJSON: is no GeoJSON with a list \"features\"; points are features in a FeatureCollection"
        ),
        (
            "p.json", "lat,lon\n1,2",
            "p.json: is no GeoJSON with a list \"features\"; points are features in a FeatureCollection"
        ),
        ("p.bin", "PK\u{3}", "p.bin: needs a header that names the columns latitude and longitude"),
        ("p.csv", "a,b\n1,2", "p.csv: needs a header that names the columns latitude and longitude"),
    ])
    func `refuses a file of no use`(_ name: String, _ text: String, _ error: String) {
        folder.write(name, text.utf8)
        #expect(folder.errors(Self.configuration(name, "")) == [error])
    }

    @Test func `names what is wrong in the configuration`() {
        #expect(
            folder.errors(Self.configuration("none.csv", "")).map { $0.hasPrefix("agent.json:1:") } == [true]
        )
        folder.write("p.csv", "lat,lon\n".utf8)
        let errors = folder.errors(Self.configuration("p.csv", #","regions":[0],"nearest":21,"radios":"x""#))
        #expect(
            errors.map { $0.split(separator: ": ")[1] } == ["pois.regions[0]", "pois.nearest", "pois.radios"]
        )
    }
}
