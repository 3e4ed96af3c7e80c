import GeofenceCore

@testable import geofence_agent

/// An input that is made to cost a reader much, in any size.
struct WorstInput: CustomStringConvertible, Sendable {
    var name: String
    var shape: RepeatedInput
    var read: @Sendable ([UInt8]) -> Void

    var description: String { name }

    /// A part again and again between a beginning and an end; `#` in it counts.
    init(
        _ name: String,
        _ start: String,
        _ part: String,
        _ end: String = "",
        read: @escaping @Sendable ([UInt8]) -> Void
    ) {
        self.name = name
        shape = RepeatedInput(start, part, end)
        self.read = read
    }

    /// Makes about so many bytes.
    func make(_ size: Int) -> [UInt8] { shape.make(size) }
}

extension WorstInput {
    static let fences: [WorstInput] = [
        fence("x.kml", "names", "<kml><Placemark>", "<name>a</name>", "</Placemark></kml>"),
        fence("x.kml", "placemarks", "<kml>", "<Placemark><name>a#</name></Placemark>", "</kml>"),
        fence(
            "x.kml",
            "points",
            "<kml>",
            "<Placemark><name>a</name><Point><coordinates>13,52</coordinates></Point></Placemark>",
            "</kml>"
        ),
        fence(
            "x.kml",
            "one ring",
            "<kml><Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>",
            "13.#,52.# ",
            "</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></kml>"
        ),
        fence("x.kml", "attributes", "<kml><Placemark ", "a#=\"b\" ", "></Placemark></kml>"),
        fence("x.gpx", "waypoints", "<gpx>", "<wpt lat=\"52\" lon=\"13\"><name>a</name></wpt>", "</gpx>"),
        fence("x.gpx", "names", "<gpx><trk>", "<name>a</name>", "</trk></gpx>"),
        fence(
            "x.geojson",
            "features",
            #"{"type":"FeatureCollection","features":[null"#,
            #",{"type":"Feature"}"#,
            "]}"
        ),
        fence(
            "x.geojson",
            "features of one id",
            #"{"type":"FeatureCollection","features":[null"#,
            #",{"type":"Feature","id":"a","properties":{"radius":9},"geometry":{"type":"Point","coordinates":[1,2]}}"#,
            "]}"
        ),
        fence(
            "x.geojson",
            "features of one name",
            #"{"type":"FeatureCollection","features":[null"#,
            #",{"type":"Feature","properties":{"radius":9,"name":"a"},"geometry":{"type":"Point","coordinates":[1,2]}}"#,
            "]}"
        ),
        fence(
            "x.geojson",
            "groups",
            #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"radius":9,"groups":["x""#,
            ##","g#""##,
            "]}}"
        ),
        fence(
            "x.geojson",
            "networks",
            #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"radius":9,"wifi":["x""#,
            ##","g#""##,
            "]}}"
        ),
        fence(
            "x.geojson",
            "properties",
            #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"radius":9"#,
            ##","p#":1"##,
            "}}"
        ),
        fence(
            "x.geojson",
            "one property",
            #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"radius":9"#,
            #","p":1"#,
            "}}"
        ),
        fence(
            "x.geojson",
            "rings",
            #"{"type":"Feature","id":"a","properties":{},"geometry":{"type":"Polygon","coordinates":[[[0,0],[9,0],[9,9],[0,0]]"#,
            ",[[1.#,1],[1.#,1.1],[1.2,1.1],[1.#,1]]",
            "]}}"
        ),
        fence("x.geojson", "brackets", "[", "[],"), fence("x.geojson", "depth", "", "["),
        fence(
            "x.otrw",
            "waypoints",
            #"{"_type":"waypoints","waypoints":[null"#,
            #",{"_type":"waypoint","desc":"a","lat":1,"lon":2,"rad":9}"#,
            "]}"
        ),
        fence("x.csv", "rows", "id,name,latitude,longitude,radius\n", "a,b,52,13,9\n"),
        fence("x.csv", "wrong rows", "id,name,latitude,longitude,radius\n", "\"a,\n"),
        fence("x.csv", "columns", "id,latitude,longitude,radius", ",c#", "\n1,2,3"),
        fence("x.csv", "one cell", "id,name,latitude,longitude,radius\n\"", "\"\""),
        fence("x.wkt", "circles", "", "CIRCLE (52 13, 9)\n"),
        fence("x.wkt", "small polygons", "", "POLYGON ((1 24,5 6,1 2))\n"),
        fence("x.wkt", "one polygon", "POLYGON ((", "52.# 13.#, ", "52 13))"),
        fence("x.json", "Traccar's", "[", #"{"name":"a","area":"CIRCLE (52 13, 9)"},"#, "{}]"),
    ]

    static let tracks: [WorstInput] = [
        track(
            "x.gpx",
            "points",
            "<gpx><trk><trkseg>",
            "<trkpt lat=\"52\" lon=\"13\"/>",
            "</trkseg></trk></gpx>"
        ),
        track("x.gpx", "tags", "<gpx>", "<a/>", "</gpx>"),
        track("x.gpx", "one tag", "<gpx><trk", " a=\"b\"", "/></gpx>"),
        track("x.gpx", "one comment", "<gpx><!--", "a", "--></gpx>"),
        track("x.gpx", "one text", "<gpx><trkpt><time>", "a", "</time></trkpt></gpx>"),
        track("x.csv", "one cell", "device,time,lat,lon\n", "a"),
        track("x.csv", "rows", "device,time,lat,lon\n", "a,1,2,3\n"),
        track("x.csv", "columns", "device,time,lat,lon", ",a#", "\n"),
        track("x.jsonl", "lines", "", ##"{"device":"a","time":#,"lat":1,"lon":2}"## + "\n"),
        track("x.jsonl", "one line", #"{"a":["#, "1,", "]}"), track("x.nmea", "lines", "", "$GPRMC,1\n"),
        track("x.nmea", "one line", "$GPRMC", ",1"),
    ]

    static let configurations: [WorstInput] = [
        configuration("unknown keys", #"{"mqtt":{"host":"a"}"#, ##","sourcez#":1"##, "}"),
        configuration("one long key", #"{"mqtt":{"host":"a"},""#, "sources", #"":1}"#),
        configuration("one key", #"{"mqtt":{"host":"a"}"#, #","fences":[]"#, "}"),
        configuration(
            "sources",
            #"{"sources":[{"topic":"a/{device}"}"#,
            ##",{"topic":"a#/{device}"}"##,
            "]}"
        ),
        configuration(
            "the same sources",
            #"{"sources":[{"topic":"a/{device}"}"#,
            #",{"topic":"a/{device}"}"#,
            "]}"
        ),
        configuration(
            "fences of one id",
            #"{"fences":[{"id":"a","latitude":1,"longitude":2,"radius":9}"#,
            #",{"id":"a","latitude":1,"longitude":2,"radius":9}"#,
            "]}"
        ),
        configuration(
            "groups that are fences",
            #"{"fences":[{"id":"a","latitude":1,"longitude":2,"radius":9}"#,
            ##",{"id":"f#","latitude":1,"longitude":2,"radius":9,"groups":["f"]}"##,
            "]}"
        ),
        configuration(
            "devices of a fence",
            #"{"fences":[{"id":"a","latitude":1,"longitude":2,"radius":9,"devices":["x""#,
            ##","d#*""##,
            "]}]}"
        ),
        configuration("text", #"{"a":""#, #"\u0041"#, #""}"#),
    ]

    private static func fence(
        _ file: String,
        _ name: String,
        _ start: String,
        _ part: String,
        _ end: String = ""
    )
        -> WorstInput
    {
        WorstInput("\(file): \(name)", start, part, end) { _ = FenceDocument.read($0, file: file) }
    }

    private static func track(
        _ file: String,
        _ name: String,
        _ start: String,
        _ part: String,
        _ end: String = ""
    )
        -> WorstInput
    {
        WorstInput("\(file): \(name)", start, part, end) { bytes in
            var stream = TrackStream(bytes, file: file, piece: 1000)
            while stream.next() != nil {}
        }
    }

    static let addresses: [WorstInput] = [
        address("features", #"{"features":[null"#, #",{"type":"Feature"}"#, "]}"),
        address(
            "properties",
            #"{"features":[{"geometry":{"type":"Point","coordinates":[1,2]},"properties":{"x":"""#,
            ##","k#":"v""##,
            "}}]}"
        ),
        address(
            "one long label",
            #"{"features":[{"geometry":{"type":"Point","coordinates":[1,2]},"properties":{"label":""#,
            "label",
            #""}}]}"#
        ),
        address(
            "coordinates",
            #"{"features":[{"properties":{},"geometry":{"type":"Point","coordinates":[1"#,
            ",1",
            "]}}]}"
        ),
    ]

    private static func address(_ name: String, _ start: String, _ part: String, _ end: String) -> WorstInput
    {
        WorstInput("addresses: \(name)", start, part, end) { bytes in _ = try? AddressReader.read(bytes) }
    }

    static let requests: [WorstInput] = [
        request(
            "fence/set",
            "groups",
            #"{"id":"a","latitude":1,"longitude":2,"radius":9,"groups":["x""#,
            ##","g#""##,
            "]}"
        ),
        request(
            "fence/set",
            "time zones that are none",
            #"{"fences":[{}"#,
            ##",{"id":"f#","wifi":["x"],"schedule":[{"timezone":"Z#","from":"00:00","to":"01:00"}]}"##,
            "]}"
        ),
        request("fence/set", "unknown keys", #"{"id":"a""#, ##","q#":1"##, "}"),
        request("fence/set", "one long key", #"{"id":"a",""#, "latitude", #"":1}"#),
        request("fence/get", "one long id", #"{"fence":""#, "depot", #""}"#),
        request("fence/remove", "ids", #"{"ids":["a""#, ##","f#""##, "]}"),
        request("device/forget", "one long id", #"{"device":""#, "van", #""}"#),
        request("query/inside", "numbers", #"{"latitude":1,"longitude":"#, "1", "}"),
        request(
            "import",
            "features",
            #"{"document":{"type":"FeatureCollection","features":[null"#,
            #",{"type":"Feature"}"#,
            "]}}"
        ),
    ]

    private static func request(
        _ command: String,
        _ name: String,
        _ start: String,
        _ part: String,
        _ end: String
    ) -> WorstInput {
        WorstInput("\(command): \(name)", start, part, end) { bytes in
            guard let driver = try? AgentDriver() else { return }
            _ = driver.ask(command, String(decoding: bytes, as: UTF8.self))
        }
    }

    private static func configuration(_ name: String, _ start: String, _ part: String, _ end: String)
        -> WorstInput
    {
        WorstInput("configuration: \(name)", start, part, end) { bytes in
            let reading = ConfigurationReading(file: "x.json", environment: [:])
            guard let document = reading.document(bytes) else { return }
            let root = ValueReader(node: document.root, path: "", reading: reading)
            _ = Configuration(reading: root, hash: "", except: nil)
        }
    }
}
