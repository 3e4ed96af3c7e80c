import GeofenceCore
import Testing

@testable import geofence_agent

/// What becomes of GeoJSON, and every word that is said about it.
@Suite struct GeoJSONImportTests {
    typealias Documents = FenceDocuments

    @Test func `a feature of every kind`() throws {
        let text = Documents.collection(
            Documents.feature(
                "Polygon",
                Documents.square,
                #""name":"Hof","groups":["sites"],"fill":"red""#,
                #""id":"yard","#
            ),
            Documents.feature("MultiPolygon", "[\(Documents.square)]", #""id":7,"name":null"#),
            Documents.feature("LineString", "[[13,52],[13.5,52,40]]", #""name":"Road A 7","width":40"#),
            Documents.feature("MultiLineString", "[[[13,52],[13.5,52]]]", #""id":"one","width":40"#),
            Documents.feature(
                "Point",
                "[13.4,52.5,30]",
                #""id":"c","radius":80,"wifi":["Net"],"rules":{"exitAfter":9}"#
            ),
            #"{"type":"Feature","id":"w","properties":{"wifi":["Net"]},"geometry":null}"#,
            #"{"type":"Feature","id":"f","properties":{"follows":"ship","radius":50}}"#
        )
        var rules = Rules()
        rules.enterAfter = 5
        var own = rules
        own.exitAfter = 9
        let square = try Documents.positions([(13, 52), (13.1, 52), (13.1, 52.1), (13, 52.1), (13, 52)])
        let line = try Documents.positions([(13, 52), (13.5, 52)])
        let area = try Shape.area(Area(polygons: [[square]]))
        let corridor = try Shape.corridor(Corridor(line: line, width: 40))
        let result = Documents.read(text, "x.geojson", rules: rules)
        #expect(result.problems == [])
        let expected = [
            try Fence(
                id: Identifier("yard"),
                name: "Hof",
                shape: area,
                groups: [Identifier("sites")],
                rules: rules
            ),
            try Fence(id: Identifier("7"), shape: area, rules: rules),
            try Fence(id: Identifier("road-a-7"), name: "Road A 7", shape: corridor, rules: rules),
            try Fence(id: Identifier("one"), shape: corridor, rules: rules),
            try Fence(
                id: Identifier("c"),
                shape: Documents.circle(52.5, 13.4, 80),
                wifi: [.ssid("Net")],
                rules: own
            ),
            try Fence(id: Identifier("w"), shape: nil, wifi: [.ssid("Net")], rules: rules),
            try Fence(
                id: Identifier("f"),
                shape: nil,
                follows: Follow(device: Identifier("ship"), radius: 50),
                rules: rules
            ),
        ]
        #expect(result.fences == expected)
        #expect(result.features.shown.map(\.index) == Array(1...7))
        #expect(result.positions.map(\.line) == Array(2...8))
    }

    /// A feature, and the lines below its own.
    @Test(arguments: [
        (
            Documents.feature("Polygon", "[[[13,52],[13.1,52],[13.1,52.1],[13,52.1]]]", #""id":"a""#),
            ["a ring is not closed; the first position is repeated at the end"]
        ),
        (
            Documents.feature("Polygon", "[[[13,52],[13,52.1],[13.1,52.1],[13.1,52],[13,52]]]", #""id":"a""#),
            ["a ring is wound the other way than RFC 7946 asks, which makes no difference here"]
        ),
        (
            Documents.feature("Polygon", "[[[179,0],[-179,0],[-179,1],[179,1],[179,0]]]", #""id":"a""#),
            [
                "an edge jumped from one side of the antimeridian to the other; it is taken for the short way across"
            ]
        ),
        (
            Documents.feature("Polygon", "[[[179,0],[181,0],[181,1],[179,1],[179,0]]]", #""id":"a""#),
            ["longitudes beyond ±180 are those of the other side of the antimeridian"]
        ),
        (
            Documents.feature(
                "MultiPolygon",
                "[[[[179,0],[180,0],[180,1],[179,0]]],[[[-180,0],[-179,0],[-180,1],[-180,0]]]]",
                #""id":"a""#
            ),
            ["parts that meet at the antimeridian are one place, without an edge between them"]
        ),
        (
            Documents.feature("LineString", "[[179,0],[-179,0]]", #""id":"a","width":100"#),
            [
                "an edge jumped from one side of the antimeridian to the other; it is taken for the short way across"
            ]
        ),
        (
            Documents.feature("Point", "[190,5]", #""id":"a","radius":15"#),
            [
                "longitudes beyond ±180 are those of the other side of the antimeridian",
                "15 m across are less than the 20 m that positions are usually off",
            ]
        ),
        (
            Documents.feature(
                "Point",
                "[19,5]",
                #""id":"way/1","radius":150,"raduis":1,"exitAfter":1,"maxSpeed":3"#
            ),
            [
                "its id is made of \"way/1\", which can't be one: way-1",
                "\"raduis\" is not read: did you mean \"radius\"?",
                "\"exitAfter\" is not read: it belongs into \"rules\"",
                "\"maxSpeed\" is not read: counts for all messages of a device, not for one fence; move it to the \"rules\" at the top",
            ]
        ),
        (
            Documents.feature("Point", "[19,5]", #""radius":150"#),
            ["its id is made of the file's name, as it has none: x-1"]
        ),
    ])
    func `takes, and says what was noticed`(_ feature: String, _ notes: [String]) {
        let report = FenceDocuments.report(Documents.collection(feature), "x.geojson")
        #expect(Array(report.dropFirst()) == notes)
        #expect(report.first?.contains("good") == true)
    }

    @Test(arguments: [
        (
            Documents.feature("Point", "[13,52]", #""id":"a""#),
            "1: features[0]: a point needs \"radius\" in its properties, in metres, or one for all by --radius"
        ),
        (
            Documents.feature("Point", "[52,113]", #""id":"a","radius":5"#),
            "95: features[0].geometry.coordinates: latitude 113.0 is not within -90…90 degrees; it looks swapped with the longitude"
        ),
        (
            Documents.feature("Point", "[52]", #""id":"a","radius":5"#),
            "95: features[0].geometry.coordinates: the coordinates of a Point are two numbers: longitude, latitude"
        ),
        (
            Documents.feature("Point", "[1,2]", #""id":"a","radius":0"#),
            "51: features[0].properties.radius: a radius must be above 0 and at most 20000000 metres, not 0.0"
        ),
        (
            Documents.feature("Point", "[1,2]", #""id":"a","radius":"5""#),
            "51: features[0].properties.radius: must be a number without quotation marks, not a string"
        ),
        (
            Documents.feature("LineString", "[[1,2],[2,2]]", #""id":"a""#),
            "1: features[0]: a line needs \"width\" in its properties, in metres, or one for all by --width"
        ),
        (
            Documents.feature("Polygon", "[[[1,2],[2,2],[1,2]]]", #""id":"a""#),
            "87: features[0].geometry.coordinates[0]: ring 1 of polygon 1 has 2 distinct corners; it needs at least 3"
        ),
        (
            Documents.feature("Polygon", "[[[0,0],[2,2],[2,0],[0,2],[0,0]]]", #""id":"a""#),
            "88: features[0].geometry.coordinates[0][0]: edge 1 of ring 1 of polygon 1, [0.0, 0.0] to [2.0, 2.0], crosses edge 3 of ring 1 of polygon 1, [2.0, 0.0] to [0.0, 2.0]; edges may touch but not cross"
        ),
        (
            Documents.feature("GeometryCollection", "[]", #""id":"a""#),
            "62: features[0].geometry.type: \"GeometryCollection\" is several geometries; make each a fence of its own, or join polygons to a MultiPolygon"
        ),
        (
            #"{"type":"Feature","id":"a","geometry":null,"properties":null}"#,
            "1: features[0]: a fence needs a place (latitude, longitude and radius, or geometry, bbox, follows), or wifi, or both"
        ),
        (
            #"{"type":"Feature","id":"a","geometry":{"type":"Point"}}"#,
            "39: features[0].geometry: has no \"coordinates\"; positions, longitude before latitude"
        ),
        (
            #"{"type":"Feature","id":"a","properties":[]}"#,
            "41: features[0].properties: must be an object in { } or null, not a list"
        ),
        (
            #"{"type":"Point"}"#,
            "1: features[0]: must be a Feature: { \"type\": \"Feature\", \"id\": \"depot\", \"geometry\": … }"
        ),
        (
            Documents.feature("Point", "[1,2]", #""radius":5,"wifi":"Net""#, #""id":"a","#),
            "51: features[0].properties.wifi: must be a list in [ ], not a string"
        ),
        (
            Documents.feature("Point", "[1,2]", #""follows":"van","radius":5"#, #""id":"a","#),
            "43: features[0].properties.follows: the feature has a geometry, and a fence either has a place of its own or follows a device; remove one"
        ),
    ])
    func `refuses, and says why`(_ feature: String, _ line: String) {
        let result = FenceDocuments.read(Documents.collection(feature), "x.geojson")
        #expect(result.problems.first?.description == "x.geojson:2:\(line)")
        #expect(result.fences == [])
    }

    @Test(arguments: [
        (
            "",
            "x.geojson:1:1: the file ends here, but a value is missing; this file must be JSON, which begins with {"
        ),
        ("[", "x.geojson:1:2: the file ends here, but a value is missing"),
        (
            "[]",
            "x.geojson:1:1: is no GeoJSON: the outermost object has \"type\": \"FeatureCollection\" or \"Feature\""
        ),
        (
            #"{"type":"FeatureCollection"}"#,
            "x.geojson:1:1: a FeatureCollection has its features in \"features\""
        ),
        (#"{"type":"Topology"}"#, "x.geojson:1:1: is TopoJSON; convert it to GeoJSON"),
        (
            #"{"type":"Point","coordinates":[1,2]}"#,
            "x.geojson:1:1: is a geometry alone; put it into a Feature, which has an id: { \"type\": \"Feature\", \"id\": \"depot\", \"geometry\": … }"
        ),
        (
            #"{"type":"FeatureCollection","crs":{"properties":{"name":"urn:ogc:def:crs:EPSG::25832"}},"features":[]}"#,
            "x.geojson:1:35: crs: positions are in urn:ogc:def:crs:EPSG::25832; GeoJSON has WGS 84 alone, so convert the file, as with ogr2ogr -t_srs EPSG:4326"
        ),
        ("PK\u{3}\u{4}", "x.geojson: is a ZIP archive, such as KMZ; unpack it and take the .kml in it"),
    ])
    func `refuses a document`(_ text: String, _ line: String) {
        #expect(FenceDocuments.read(text, "x.geojson").problems.map(\.description) == [line])
    }

    @Test func `takes nothing where one feature is refused, and says so of each`() {
        let text = Documents.collection(
            Documents.feature("Point", "[1,2]", #""id":"a","radius":50"#),
            Documents.feature("Point", "[1,2]", #""id":"a","radius":50"#)
        )
        let result = FenceDocuments.read(text, "x.geojson")
        #expect(result.fences == [])
        let lines = [
            "x.geojson: 1 good, 0 skipped, 1 refused; nothing is taken",
            "  1 fence (1 circle): 7854 m², 1.9995…2.0005 N, 0.9995…1.0005 E",
            "  1    good     a",
            "  2    refused ",
            "    x.geojson:3:38: features[1].properties.id: \"a\" is the id of feature 1 too; give each an \"id\" of its own",
        ]
        #expect(result.lines == lines)
        let json =
            #"{"file":"x.geojson","format":"geojson","taken":0,"skipped":0,"refused":1,"features":[{"index":1,"line":2,"column":1,"result":"good","id":"a"},{"index":2,"line":3,"column":1,"result":"refused","errors":["x.geojson:3:38: features[1].properties.id: \"a\" is the id of feature 1 too; give each an \"id\" of its own"]}],"errors":[],"totals":{"fences":1,"kinds":{"circle":1},"corners":0,"squareMetres":7854,"bbox":[0.9995491,1.9995478,1.0004509,2.0004522]}}"#
        #expect(result.json.text == json)
    }

    /// The hole may be a turn away from the ring that was mended.
    @Test func `mends a polygon with a hole that jumps over the antimeridian`() throws {
        let text = Documents.feature(
            "Polygon",
            "[[[179,0],[-179,0],[-179,1],[179,1],[179,0]],[[-179.8,0.4],[-179.4,0.4],[-179.4,0.6],[-179.8,0.4]]]",
            #""id":"a""#
        )
        let outer = try Documents.positions([(179, 0), (181, 0), (181, 1), (179, 1), (179, 0)])
        let hole = try Documents.positions([(-179.8, 0.4), (-179.4, 0.4), (-179.4, 0.6), (-179.8, 0.4)])
        let area = try Area(polygons: [[outer, hole]])
        #expect(FenceDocuments.read(text, "x.geojson").fences.map(\.shape) == [.area(area)])
    }

    @Test func `features may stand before the type, and others of that name elsewhere`() throws {
        let one = FenceDocuments.feature("Point", "[13,52]", #""id":"a","radius":9,"features":[1]"#)
        let two = FenceDocuments.feature("Point", "[13,99]", #""id":"b","radius":9"#)
        let text = "{\"features\":[ \(one) ,\n\(two) ],\"type\":\"FeatureCollection\"}"
        let result = FenceDocuments.read(text, "x.geojson")
        #expect(result.read.map(\.id.description) == ["a"])
        #expect(
            result.problems.map { "\($0)".prefix(52) } == [
                "x.geojson:2:95: features[1].geometry.coordinates: la"
            ]
        )
        for empty in [
            "{\"features\":[],\"type\":\"FeatureCollection\"}",
            "{\"features\": [ ] ,\"type\":\"FeatureCollection\"}",
        ] {
            #expect(FenceDocuments.read(empty, "x.geojson").notes == ["holds no fence"])
        }
        let wrong = FenceDocuments.read("{\"type\":\"FeatureCollection\",\"features\":{}}", "x.geojson")
        #expect(wrong.problems.map(\.message) == ["must be a list in [ ], not an object"])
    }

    @Test func `says how far it has come`() {
        let features = (0..<3).map {
            FenceDocuments.feature("Point", "[13,52]", "\"id\":\"a\($0)\",\"radius\":9")
        }
        let text = FenceDocuments.collection(features[0], features[1], features[2])
        var reached: [Int] = []
        _ = FenceDocument.read(Array(text.utf8), file: "x.geojson") { reached.append($0) }
        let ends = text.utf8.indices.filter { text[$0...].hasPrefix("}},") || text[$0...].hasPrefix("}}\n]") }
        #expect(reached == ends.map { text.utf8.distance(from: text.startIndex, to: $0) + 2 })
    }
}
