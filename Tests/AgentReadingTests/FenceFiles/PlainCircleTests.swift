import BenchmarkSupport
import GeofenceCore
import Testing

@testable import geofence_agent

/// Circles of which there is nothing to say, read in one pass, against the reader of all features.
@Suite struct PlainCircleTests {
    private func circle(_ feature: String) -> PlainCircle? {
        Array(feature.utf8).withUnsafeBytes { bytes in
            var cursor = PayloadCursor(bytes)
            let circle = PlainCircle(&cursor)
            return circle == nil || cursor.isAtEnd ? circle : nil
        }
    }

    private static let depot =
        #"{"type":"Feature","id":"depot","properties":{"radius":150},"geometry":{"type":"Point","coordinates":[13.4,52.5]}}"#

    @Test func `a circle with an id and a radius, and with a name, in any order and with space`() throws {
        let plain = try #require(circle(Self.depot))
        #expect(plain.id == (try Identifier("depot")) && plain.name == nil && plain.circle.radius == 150)
        #expect(plain.circle.center == (try Coordinate(latitude: 52.5, longitude: 13.4)))
        let named = """
            { "properties" : { "name" : "Hof Süd", "radius" : 2e1 },
              "geometry" : { "coordinates" : [ -180, -9e1 ], "type" : "Point" },
              "id" : "süd", "type" : "Feature" }
            """
        let other = try #require(circle(named))
        #expect(other.id == (try Identifier("süd")) && other.name == "Hof Süd" && other.circle.radius == 20)
    }

    /// Each is the depot but for one thing.
    @Test(arguments: [
        (#""id":"depot""#, #""id":7"#), (#""id":"depot""#, #""id":"de\u0070ot""#),
        (#""id":"depot""#, #""id":"a/b""#),
        (#""id":"depot","#, ""), (#""id":"depot""#, #""id":"depot","bbox":[]"#), ("Feature", "feature"),
        ("150", "19.9"), ("150", "-1"), ("150", "1e9"), ("150", #""150""#), ("150", "null"),
        ("150", #"150,"exitAfter":9"#), ("150", #"150,"name":"""#), ("150", #"150,"name":"a\nb""#),
        ("150", #"150,"name":7"#), ("150", #"150,"name":"\#(String(repeating: "x", count: 257))""#),
        (#"{"radius":150}"#, "null"), ("13.4,52.5", "13.4,52.5,30"), ("13.4,52.5", "13.4"), ("13.4,52.5", ""),
        ("13.4,52.5", "180.5,52.5"), ("13.4,52.5", "13.4,90.5"), ("[13.4,52.5]", "null"),
        ("Point", "MultiPoint"), ("]}}", #"],"bbox":[]}}"#),
        (#"{"type":"Point","coordinates":[13.4,52.5]}"#, "null"),
    ])
    func `anything else is left to the reader of all features`(_ text: String, _ other: String) {
        #expect(Self.depot.contains(text))
        #expect(circle(Self.depot.replacing(text, with: other)) == nil)
    }

    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func `makes of a document what the reader of all features makes of it`(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let text = try document(&random)
        let all: [FenceFileOptions] = [
            FenceFileOptions(), .keeping("radius"), .keeping("name"), .keeping("fill"), .named(by: "name"),
        ]
        for options in all {
            let plainly = FenceDocument.read(Array(text.utf8), file: "x.geojson", options: options)
            let whole = FenceDocument.read(
                Array(text.utf8),
                file: "x.geojson",
                options: options,
                readsPlainly: false
            )
            #expect(plainly == whole, "seed \(seed)")
            #expect(plainly.positions == whole.positions && plainly.fences == whole.fences, "seed \(seed)")
        }
    }

    /// Mostly circles, some of them of one id, some with what has to be said of them.
    private func document(_ random: inout SeededGenerator) throws -> String {
        let isSound = Bool.random(using: &random)
        let features = (0..<30).map { number -> String in
            var feature = Self.depot.replacing("depot", with: "c\(number)")
            if Int.random(in: 0..<4, using: &random) == 0 {
                feature = feature.replacing("150", with: #"150,"name":"Nr. \#(number)""#)
            }
            guard Int.random(in: 0..<5, using: &random) == 0 else { return feature }
            let sound = [
                ("150", "10"), ("150", #"150,"fill":"red""#), ("13.4", "200"), ("52.5", "52.5,30"),
                ("\"c\(number)\"", "7\(number)"), ("150", "150\n"), ("150", #"150,"exitAfter":9"#),
            ]
            let others = [
                ("c\(number)", "c1"), ("150", "0"), ("52.5", "91"), ("150", #""x""#), ("Feature", "x"),
                ("Point", "Line"),
            ]
            let change = (isSound ? sound : sound + others).randomElement(using: &random) ?? ("", "")
            return feature.replacing(change.0, with: change.1)
        }
        let space = ["", "\n", "\r\n  ", " "].randomElement(using: &random) ?? ""
        return
            "{\"type\":\"FeatureCollection\",\"features\":[\(space)\(features.joined(separator: "," + space))]}"
    }

    @Test
    func `circles that are read so have all but name and place in memory once, whatever is between them`() {
        let other = Self.depot.replacing("depot", with: "other").replacing(
            "150",
            with: #"150,"groups":["x"]"#
        )
        let text = FenceDocuments.collection(Self.depot, other, Self.depot.replacing("depot", with: "third"))
        let fences = FenceDocuments.read(text, "x.geojson").fences
        #expect(fences.count == 3 && fences[0].sharesTerms(with: fences[2]))
    }

    @Test func `keys of a fence take no place among the other keys that are compared`() {
        let keys = (1...199).map { "\"k\($0)\":1" }.joined(separator: ",")
        let many = Self.depot.replacing("depot", with: "many")
            .replacing("\"radius\"", with: "\(keys),\"grups\":1,\"radius\"")
        let named = Self.depot.replacing("150", with: #"150,"name":"Depot""#)
        let text = Array(FenceDocuments.collection(named, many).utf8)
        let plainly = FenceDocument.read(text, file: "x.geojson")
        #expect(plainly == FenceDocument.read(text, file: "x.geojson", readsPlainly: false))
        #expect(plainly.features.shown.last?.notes.count == 1)
    }
}

extension FenceFileOptions {
    fileprivate static func keeping(_ property: String) -> FenceFileOptions {
        FenceFileOptions(properties: [property])
    }

    fileprivate static func named(by key: String) -> FenceFileOptions {
        var options = FenceFileOptions()
        options.keys.name = key
        return options
    }
}
