import GeofenceCore
import Testing

@testable import geofence_agent

/// What an import comes to, and what is said of many features.
@Suite struct FenceTotalsTests {
    private static func circle(_ id: String, _ latitude: Double, _ longitude: Double) throws -> Fence {
        try Fence(id: Identifier(id), shape: FenceDocuments.circle(latitude, longitude, 1000))
    }

    private static func rectangle(_ west: Double, _ east: Double) throws -> Fence {
        let shape = Shape.rectangle(try Rectangle(west: west, south: 10, east: east, north: 12))
        return try Fence(id: Identifier("r\(west)"), shape: shape)
    }

    @Test func `kinds, corners, ground and bounds`() throws {
        let text = FenceDocuments.collection(
            FenceDocuments.feature("Polygon", FenceDocuments.square, #""id":"a""#),
            FenceDocuments.feature("LineString", "[[13,52],[13.5,52],[14,52]]", #""id":"b","width":40"#),
            FenceDocuments.feature("Point", "[-13,-52]", #""id":"c","radius":1000"#),
            #"{"type":"Feature","id":"w","properties":{"wifi":["Net"]},"geometry":null}"#
        )
        let result = FenceDocuments.read(text, "x.geojson")
        #expect(
            result.lines[1]
                == "  4 fences (1 circle, 1 area, 1 corridor, 1 by WiFi alone): 7 corners, 82.22 km², 52.01 S…52.10 N, 13.01 W…14.00 E"
        )
        let json = try JSONDocument.parse(result.json.text).root.member("totals")
        #expect(json?.number(of: "corners") == 7)
        #expect(json?.member("kinds")?.number(of: "corridor") == 1)
        #expect(json?.member("bbox")?.elements.count == 4)
        #expect(FenceTotals([]).extent == nil)
    }

    /// West and east of rectangles, and those around all of them.
    @Test(arguments: [
        ([(13.0, 14.0), (12.0, 12.5)], "10.00…12.00 N, 12.00…14.00 E"),
        ([(179.0, -179.0)], "10.00…12.00 N, 179.00 E…179.00 W"),
        ([(170.0, 175.0), (-170.0, -160.0)], "10.00…12.00 N, 170.00 E…160.00 W"),
        ([(-100.0, -90.0), (100.0, 110.0)], "10.00…12.00 N, 100.00 E…90.00 W"),
        ([(-10.0, 20.0), (0.0, 5.0)], "10.00…12.00 N, 10.00 W…20.00 E"),
        ([(-180.0, 180.0), (0.0, 5.0)], "10.00…12.00 N, 180.00 W…180.00 E"),
        ([(-180.0, 0.0), (-1.0, 180.0)], "10.00…12.00 N, 180.00 W…180.00 E"),
    ])
    func `bounds are the narrowest`(_ sides: [(Double, Double)], _ text: String) throws {
        let fences = try sides.map { try Self.rectangle($0.0, $0.1) }
        #expect(FenceTotals(fences).extent?.text == text)
    }

    @Test func `narrow bounds have more decimals`() throws {
        let bounds = FenceTotals([try Self.circle("a", 0, 0)]).extent?.text
        #expect(bounds == "0.0090 S…0.0090 N, 0.0090 W…0.0090 E")
    }

    @Test func `the ground of a circle and of a polygon`() throws {
        #expect(FenceTotals([try Self.circle("a", 52, 13)]).text.contains(": 3.14 km²"))
        let field = try Fence(id: Identifier("f"), shape: FenceDocuments.circle(52, 13, 50))
        #expect(FenceTotals([field]).text.contains(": 7854 m²"))
    }

    @Test func `what is said of many is said once`() throws {
        let good = (0..<4).map { FenceDocuments.feature("Point", "[\($0),5]", #""radius":150,"raduis":1"#) }
        let bad = (0..<4).map {
            FenceDocuments.feature("Point", "[\($0),5]", #""id":"b\#($0)","radius":"5""#)
        }
        let alone = FenceDocuments.feature("Point", "[3,95]", #""id":"c","radius":5"#)
        let text =
            "{\"type\":\"FeatureCollection\",\"features\":[\((good + bad + [alone]).joined(separator: ","))]}"
        let result = FenceDocuments.read(text, "x.geojson")
        #expect(
            result.lines.map { String($0.drop { $0 == " " }) } == [
                "x.geojson: 4 good, 0 skipped, 5 refused; nothing is taken",
                "4 fences (4 circles): 0.28 km², 5.00…5.00 N, 0.00 W…3.00 E",
                "4 features: \"raduis\" is not read: did you mean \"radius\"? (1, 2, 3, 4)",
                "4 features: neither id nor name; the id is made of the file's name (1, 2, 3, 4)",
                "4 features: properties.radius: must be a number without quotation marks, not a string (5, 6, 7, 8), first x.geojson:1:516",
                "1    good     x-1", "2    good     x-2", "3    good     x-3", "4    good     x-4",
                "5    refused ", "6    refused ", "7    refused ", "8    refused ", "9    refused ",
                "x.geojson:1:979: features[8].geometry.coordinates: latitude 95.0 is not within -90…90 degrees; it looks swapped with the longitude",
            ]
        )
        let repeated = try JSONDocument.parse(result.json.text).root.member("repeated")?.elements
        #expect(repeated?.map { $0.number(of: "features") } == [4, 4, 4])
    }
}
