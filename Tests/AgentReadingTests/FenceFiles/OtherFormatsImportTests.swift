import GeofenceCore
import Testing

@testable import geofence_agent

/// What becomes of the formats beside GeoJSON: reports in full, without the line of counts.
@Suite struct OtherFormatsImportTests {
    private static func kml(_ placemarks: String) -> String {
        "<?xml version=\"1.0\"?>\n<kml xmlns=\"http://www.opengis.net/kml/2.2\"><Document><Folder>\n\(placemarks)\n</Folder></Document></kml>"
    }

    private static let ring =
        "<LinearRing><coordinates>\n13,52,0 13.1,52,0\n13.1,52.1,0 13,52,0 </coordinates></LinearRing>"

    @Test(arguments: [
        (
            "<Placemark><name>Hof &amp; Tor</name><Polygon><outerBoundaryIs>\(ring)</outerBoundaryIs></Polygon></Placemark>",
            ["1    good     hof-tor (Hof & Tor)"]
        ),
        (
            "<Placemark><name>P</name><ExtendedData><Data name=\"id\"><value>pump</value></Data><Data name=\"radius\"><value>80.5</value></Data><Data name=\"wifi\"><value>Net</value></Data></ExtendedData><Point><coordinates>13,52</coordinates></Point></Placemark>",
            ["1    good     pump (P)"]
        ),
        (
            "<Placemark><name>Road</name><ExtendedData><SchemaData><SimpleData name=\"width\">40</SimpleData></SchemaData></ExtendedData><LineString><coordinates>13,52 14,52</coordinates></LineString></Placemark>",
            ["1    good     road (Road)"]
        ),
        (
            "<Placemark><name>Two</name><MultiGeometry><Point><coordinates>13,52</coordinates></Point><Polygon><outerBoundaryIs>\(ring)</outerBoundaryIs></Polygon></MultiGeometry></Placemark>",
            ["1    good     two (Two)", "its points and lines beside the polygons are not read"]
        ),
        ("<Placemark><name>Note</name></Placemark>", ["1    skipped  (Note) has no polygon, line or point"]),
        (
            "<Placemark><name>P</name><Point><coordinates>13,52</coordinates></Point></Placemark>",
            [
                "1    refused  (P)",
                "x.kml:3:1: Placemark: a point needs \"radius\" in its properties, in metres, or one for all by --radius",
            ]
        ),
        (
            "<Placemark><name>P</name><LineString><coordinates>13, 52 14, 52</coordinates></LineString></Placemark>",
            [
                "1    refused  (P)",
                "x.kml:3:38: Placemark.coordinates: \"13,\" is no position: longitude,latitude or longitude,latitude,height, without blanks",
            ]
        ),
        (
            "<Placemark><name>T</name><gx:Track/></Placemark>",
            [
                "1    refused  (T)",
                "x.kml:3:1: Placemark: a <Track> is no place of a fence; draw a polygon, a line or a point",
            ]
        ),
    ])
    func `KML`(_ placemark: String, _ lines: [String]) {
        #expect(FenceDocuments.report(Self.kml(placemark), "x.kml") == lines)
    }

    @Test(arguments: [
        ("<gpx/>", ["x.kml:1:1: is no KML: its outermost element is <gpx>"]),
        ("<kml><Placemark>", ["x.kml:1:17: is cut off within <Placemark>"]),
        ("<kml><NetworkLink/></kml>", ["its NetworkLinks are not followed", "holds no fence"]),
    ])
    func `KML as a whole`(_ text: String, _ lines: [String]) {
        #expect(FenceDocuments.report(text, "x.kml") == lines)
    }

    @Test func `a polygon of KML with a hole, and a circle that is drawn`() throws {
        let hole =
            "<LinearRing><coordinates>13.05,52.01 13.09,52.01 13.09,52.05 13.05,52.01</coordinates></LinearRing>"
        let text = Self.kml(
            "<Placemark><name>a</name><Polygon><innerBoundaryIs>\(hole)</innerBoundaryIs><outerBoundaryIs>\(Self.ring)</outerBoundaryIs></Polygon></Placemark>"
        )
        let outer = try FenceDocuments.positions([(13, 52), (13.1, 52), (13.1, 52.1), (13, 52)])
        let inner = try FenceDocuments.positions([
            (13.05, 52.01), (13.09, 52.01), (13.09, 52.05), (13.05, 52.01),
        ])
        let area = try Area(polygons: [[outer, inner]])
        let fences = FenceDocuments.read(text, "x.kml").fences
        #expect(fences == [try Fence(id: Identifier("a"), name: "a", shape: .area(area))])
        let circle = try Fence(id: Identifier("c"), shape: FenceDocuments.circle(52.5, 179.999, 150.5))
        let export = String(decoding: FenceExport.write([circle], as: .kml).bytes, as: UTF8.self)
        #expect(FenceDocuments.read(export, "x.kml").fences == [circle])
        let moved = export.replacing("<coordinates>", with: "<coordinates>180.1,52.5 ")
        #expect(FenceDocuments.read(moved, "x.kml").fences.first?.kind != "circle")
    }

    private static let gpx = """
        <gpx><wpt lat="52" lon="13"><name>Pump</name></wpt>
        <trk><name>Morning  run</name><trkseg><trkpt lat="52" lon="13"/><trkpt lat="52.1" lon="13"><ele>3</ele></trkpt></trkseg>
        <trkseg><trkpt lat="52" lon="14"/><trkpt lat="52.1" lon="14"/></trkseg><trkseg><trkpt lat="52" lon="14"/></trkseg></trk>
        <rte><rtept lat="52" lon="13"/><rtept lat="52" lon="13.1"/></rte>
        </gpx>
        """

    @Test func `GPX`() throws {
        let lines = [
            "1    skipped  (Pump) is a waypoint, a point without a radius; --radius makes circles of them",
            "2    good     morning-run (Morning run)", "has no width; 50 m are taken",
            "3    good     morning-run-2 (Morning run 2)", "has no width; 50 m are taken",
            "4    skipped  (Morning run 3) has no two positions",
            "5    good     ride-5", "its id is made of the file's name, as it has none: ride-5",
            "has no width; 50 m are taken",
        ]
        #expect(FenceDocuments.report(Self.gpx, "ride.gpx") == lines)
        let result = FenceDocuments.read(
            Self.gpx,
            "ride.gpx",
            options: FenceFileOptions(width: 7, radius: 30)
        )
        let line = try FenceDocuments.positions([(13, 52), (13, 52.1)])
        #expect(
            result.fences[0]
                == (try Fence(id: Identifier("pump"), name: "Pump", shape: FenceDocuments.circle(52, 13, 30)))
        )
        #expect(result.fences[1].shape == .corridor(try Corridor(line: line, width: 7)))
        let broken = Self.gpx.replacing("lat=\"52.1\" lon=\"13\"", with: "lat=\"91\" lon=\"13\"")
        #expect(
            FenceDocuments.read(broken, "ride.gpx").problems.map(\.description) == [
                "ride.gpx:2:65: trkpt: latitude 91.0 is not within -90…90 degrees; positions are [longitude, latitude]"
            ]
        )
    }

    @Test(arguments: [
        (
            #"{"_type":"waypoint","desc":"Home","lat":52.5,"lon":13.4,"rad":100,"tst":1700000000}"#,
            ["1    good     home (Home)"]
        ),
        (
            #"{"_type":"waypoints","waypoints":[{"desc":"A","lat":"52.5","lon":"13.4","rad":"50"},{"desc":"B:uuid:1:2","rad":-1,"lat":0,"lon":0},{"desc":"C","rad":50,"lat":-1000000,"lon":-1000000}]}"#,
            [
                "1    good     a (A)", "2    skipped  (B:uuid:1:2) is a beacon: it has no radius (rad)",
                "3    skipped  (C) is a deletion: its place is none",
            ]
        ),
        (
            #"{"_type":"cmd","action":"setWaypoints","waypoints":{"_type":"waypoints","_creator":"geofence-agent 1","waypoints":[{"desc":"A","rid":"depot","lat":1,"lon":2,"rad":50}]}}"#,
            ["1    good     depot (A)"]
        ),
        (
            #"{"_type":"waypoints","waypoints":[{"desc":"A","lon":13.4,"rad":50},{"lat":1,"lon":2,"rad":true,"desc":"B"}]}"#,
            [
                "1    refused  (A)", "x.otrw:1:35: waypoints[0]: needs lat and lon", "2    refused  (B)",
                "x.otrw:1:91: waypoints[1].rad: must be a number without quotation marks, not true or false",
            ]
        ),
        (
            #"{"_type":"encrypted","data":""}"#,
            ["x.otrw:1:1: is encrypted; export the waypoints from the app as a file instead"]
        ),
        (
            #"{"_type":"location"}"#,
            [
                "x.otrw:1:1: has no waypoints: an object with \"_type\": \"waypoints\" (or \"waypoint\") is needed"
            ]
        ),
    ])
    func `OwnTracks`(_ text: String, _ lines: [String]) {
        #expect(FenceDocuments.report(text, "x.otrw") == lines)
    }

    @Test(arguments: [
        (
            "id,name,lat,lon,radius\ndepot,\"Depot, Nord\",52.5,13.4,150\n",
            ["1    good     depot (Depot, Nord)"]
        ),
        ("Name;Latitude;Longitude;Radius (km);wifi\nHof;52,5;13,4;1,5;Net\n", ["1    good     hof (Hof)"]),
        (
            "lat,lon,radius\n52,13,80\n",
            ["1    good     x-1", "its id is made of the file's name, as it has none: x-1"]
        ),
        (
            "id,lat,lon\na,52,13\n",
            [
                "1    refused",
                "x.csv:2:1: a point needs \"radius\" in its properties, in metres, or one for all by --radius",
            ]
        ),
        ("id,lat,lon,radius\na,52,abc,5\n", ["1    refused", "x.csv:2:1: longitude: \"abc\" is no number"]),
        ("id,lat,lon,radius\na,52,13\n", ["1    refused", "x.csv:2:1: has 3 cells, and the header has 4"]),
        ("id,lat,lon,radius\na,52,13,\n", ["1    refused", "x.csv:2:1: radius: is missing"]),
        (
            "id,name\n",
            [
                "x.csv:1:1: needs a header that names the columns latitude, longitude and radius, and id or name"
            ]
        ),
    ])
    func `CSV`(_ text: String, _ lines: [String]) {
        #expect(
            FenceDocuments.report(text, "x.csv").map { $0.trimmingSuffix(while: { $0 == " " }).description }
                == lines
        )
    }

    /// What is said of positions that could be in either order.
    private static let open =
        "positions are read as latitude longitude, as Traccar has them, for the numbers allow both orders; --order lonlat for the other order"

    @Test(arguments: [
        ("depot\tCIRCLE (52.5 13.4, 150)", [Self.open, "1    good     depot"]),
        ("a\tHof\tPOLYGON ((52 13, 52 13.1, 52.1 13.1, 52 13))", [Self.open, "1    good     a (Hof)"]),
        (
            "# road\nRoad 1\tlinestring(52 13,52.1 13)",
            [Self.open, "1    good     road-1 (Road 1)", "has no width; 50 m are taken"]
        ),
        (
            "a\tPOLYGON ((113 52, 113.1 52, 113 152.1))",
            [
                Self.open, "1    refused",
                "x.wkt:1:1: latitude 113.0 is not within -90…90 degrees; positions are read as latitude longitude",
            ]
        ),
        (
            "a\tPOINT (1 2)",
            [
                Self.open, "1    refused",
                "x.wkt:1:1: \"POINT (1 2)\" is no CIRCLE (…), POLYGON ((…)) or LINESTRING (…) as Traccar has them",
            ]
        ),
        (
            "a\tCIRCLE (1, 2)",
            [Self.open, "1    refused", "x.wkt:1:1: a CIRCLE is (latitude longitude, metres)"]
        ),
        (
            "a\tPOLYGON (1 2, 3 4)",
            [Self.open, "1    refused", "x.wkt:1:1: a POLYGON has two brackets around its positions: ((…))"]
        ),
        (
            "a\tPOLYGON ((1 2, 3 4)",
            [Self.open, "1    refused", "x.wkt:1:1: has a bracket that is not closed"]
        ),
        (
            "a\tLINESTRING 1 2, 3 4",
            [Self.open, "1    refused", "x.wkt:1:1: needs brackets around its positions"]
        ),
        (
            "a\tLINESTRING (1 2, x)",
            [Self.open, "1    refused", "x.wkt:1:1: \" x\" is no position: latitude longitude"]
        ),
    ])
    func `WKT`(_ text: String, _ lines: [String]) {
        #expect(
            FenceDocuments.report(text, "x.wkt").map { $0.trimmingSuffix(while: { $0 == " " }).description }
                == lines
        )
    }

    @Test func `Traccar's limit of speed is in knots`() throws {
        let attributes = #"{"speedLimit":32.39740820734341}"#
        let text = #"[{"name":"Hof","area":"CIRCLE (52.5 13.4, 150)","attributes":\#(attributes)}]"#
        #expect(FenceDocuments.read(text, "x.json").fences.map(\.rules.speedLimit) == [60])
    }

    @Test func `geofences of Traccar`() throws {
        let text = """
            [{"id":3,"name":"Hof","area":"CIRCLE (52.5 13.4, 150)","attributes":{}},
            {"id":4,"name":"Road","area":"LINESTRING (52 13, 52.1 13)","attributes":{"polylineDistance":30}}]
            """
        let line = try FenceDocuments.positions([(13, 52), (13, 52.1)])
        let expected = [
            try Fence(id: Identifier("hof"), name: "Hof", shape: FenceDocuments.circle(52.5, 13.4, 150)),
            try Fence(
                id: Identifier("road"),
                name: "Road",
                shape: .corridor(Corridor(line: line, width: 60))
            ),
        ]
        #expect(FenceDocuments.read(text, "x.json").fences == expected)
        #expect(
            FenceDocuments.report("[{\"name\":\"a\",\"area\":1},{\"name\":\"b\"}]", "x.json") == [
                "1    refused  (a)",
                "x.json:1:21: [0].area: must be a string in quotation marks, not a number",
                "2    refused  (b)",
                "x.json:1:24: [1]: needs an \"area\", such as \"CIRCLE (52.5 13.4, 150)\"",
            ]
        )
    }

    @Test(
        arguments: [
            ("<?xml?><gpx version=\"1.1\">", FenceFileFormat.gpx), ("\n <kml>", .kml), (" {", .geojson),
            ("[", .geojson),
            ("lat,lon", .csv), ("Name;Latitude", .csv), ("CIRCLE (1 2, 3)", .wkt), ("a\tpolygon ((", .wkt),
            ("hello", nil), ("", nil),
        ] as [(String, FenceFileFormat?)]
    )
    func `tells formats by what stands in them`(_ text: String, _ format: FenceFileFormat?) {
        #expect(FenceFileFormat(bytes: Array(text.utf8)) == format)
    }
}

extension String {
    fileprivate func trimmingSuffix(while matches: (Character) -> Bool) -> Substring {
        var text = self[...]
        while let last = text.last, matches(last) { text.removeLast() }
        return text
    }
}
