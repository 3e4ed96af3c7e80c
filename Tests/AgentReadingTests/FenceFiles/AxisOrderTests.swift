import GeofenceCore
import Testing

@testable import geofence_agent

/// WKT with the latitude first, and with the longitude first.
@Suite struct AxisOrderTests {
    private static func first(_ text: String, _ order: AxisOrder? = nil, file: String = "x.wkt") -> String? {
        let result = FenceDocuments.read(text, file, options: FenceFileOptions(order: order))
        guard case .area(let area) = result.fences.first?.shape else { return nil }
        return area.polygons.first?.first?.first?.description
    }

    @Test(
        arguments: [
            // What can't be a latitude says it, wherever it stands.
            ("POLYGON((113.4 52.5, 113.5 52.5, 113.5 52.6, 113.4 52.5))", nil, "[113.4, 52.5]"),
            ("POLYGON((52.5 113.4, 52.5 113.5, 52.6 113.5, 52.5 113.4))", nil, "[113.4, 52.5]"),
            (
                "POLYGON((13.4 52.5, 13.5 52.5, 13.5 52.6, 13.4 52.5))\nLINESTRING (100 1, 101 1)", nil,
                "[13.4, 52.5]"
            ),
            ("POLYGON((13.4 52.5, 13.5 52.5, 13.5 52.6, 13.4 52.5))\n# (100 1)", nil, "[52.5, 13.4]"),
            // Where both are possible, Traccar's order, or what is asked for.
            ("POLYGON((13.4 52.5, 13.5 52.5, 13.5 52.6, 13.4 52.5))", nil, "[52.5, 13.4]"),
            ("POLYGON((13.4 52.5, 13.5 52.5, 13.5 52.6, 13.4 52.5))", .lonlat, "[13.4, 52.5]"),
            ("POLYGON((13.4 52.5, 13.5 52.5, 13.5 52.6, 13.4 52.5))", .latlon, "[52.5, 13.4]"),
        ] as [(String, AxisOrder?, String)]
    )
    func `is as the numbers say, or as asked for`(_ text: String, _ order: AxisOrder?, _ first: String) {
        #expect(Self.first(text, order) == first)
    }

    @Test func `what was read is said, and how to choose the other`() {
        let decided = FenceDocuments.read("a\tLINESTRING (113 52, 114 52)", "x.wkt")
        #expect(
            decided.notes == [
                "positions are read as longitude latitude, as the numbers say; --order latlon for the other order"
            ]
        )
        let open = FenceDocuments.read("a\tLINESTRING (13 52, 14 52)", "x.wkt")
        #expect(open.notes.first?.hasSuffix("both orders; --order lonlat for the other order") == true)
        let asked = FenceDocuments.read(
            "a\tLINESTRING (13 52, 14 52)",
            "x.wkt",
            options: FenceFileOptions(order: .lonlat)
        )
        #expect(asked.notes == [])
    }

    @Test func `numbers that contradict each other are refused where they are wrong`() {
        let text = "a\tLINESTRING (113 52, 114 52)\nb\tLINESTRING (52 113, 52 114)"
        let problems = FenceDocuments.read(text, "x.wkt").problems.map(\.description)
        #expect(
            problems == [
                "x.wkt:1:1: latitude 113.0 is not within -90…90 degrees; positions are read as latitude longitude"
            ]
        )
    }

    @Test func `counts for the list of Traccar too, and for no other format`() {
        let list = #"[{"name":"a","area":"CIRCLE (13 52, 50)"}]"#
        let fences = FenceDocuments.read(list, "x.json", options: FenceFileOptions(order: .lonlat)).fences
        #expect(fences.first?.circle?.center.latitude == 52)
        let square = FenceDocuments.feature("Polygon", FenceDocuments.square, #""id":"a""#)
        #expect(
            FenceDocuments.read(square, "x.geojson", options: FenceFileOptions(order: .lonlat)).problems
                .map(\.message) == [
                    "--order is for WKT and Traccar; geojson has an order of its own, so leave it out"
                ]
        )
    }
}
