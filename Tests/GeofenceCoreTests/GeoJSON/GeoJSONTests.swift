import Foundation
import GeofenceCore
import Testing

/// GeoJSON as any decoder reads it.
@Suite struct GeoJSONTests {
    private static let square = "[[[13,52],[14,52],[14,53],[13,53],[13,52]]]"

    private static func decode(_ text: String) throws -> [GeoJSONFeature] {
        try JSONDecoder().decode(GeoJSON.self, from: Data(text.utf8)).features
    }

    private static func feature(
        _ type: String,
        _ coordinates: String,
        _ properties: String = "{}",
        id: String = #""a""#
    ) -> String {
        let geometry = #"{"type":"\#(type)","coordinates":\#(coordinates)}"#
        return #"{"type":"Feature","id":\#(id),"properties":\#(properties),"geometry":\#(geometry)}"#
    }

    private static func fence(_ text: String, radius: Double? = nil, width: Double? = nil) throws -> Fence {
        try #require(try decode(text).first).fence(radius: radius, width: width)
    }

    @Test func `a polygon is an area, a line a corridor, a point a circle`() throws {
        func position(_ longitude: Double, _ latitude: Double) throws -> Position {
            try Position(longitude: longitude, latitude: latitude)
        }
        let ring = [
            try position(13, 52), try position(14, 52), try position(14, 53), try position(13, 53),
            try position(13, 52),
        ]
        #expect(
            try Self.fence(Self.feature("Polygon", Self.square)).shape == .area(Area(polygons: [[ring]]))
        )
        #expect(
            try Self.fence(Self.feature("MultiPolygon", "[\(Self.square)]")).shape
                == .area(Area(polygons: [[ring]]))
        )
        let line = try Corridor(line: [position(13, 52), position(14, 52)], width: 40)
        for (type, coordinates) in [
            ("LineString", "[[13,52],[14,52,7]]"), ("MultiLineString", "[[[13,52],[14,52]]]"),
        ] {
            #expect(try Self.fence(Self.feature(type, coordinates), width: 40).shape == .corridor(line))
        }
        let circle = try Circle(center: Coordinate(latitude: 52, longitude: -179), radius: 30)
        let point = Self.feature("Point", "[181,52]", #"{"radius":30}"#)
        #expect(try Self.fence(point, radius: 90).shape == .circle(circle))
    }

    @Test func `ids are texts or numbers, of the feature or of its properties`() throws {
        func id(_ id: String, _ properties: String = "{}") throws -> String? {
            try Self.decode(Self.feature("Point", "[1,2]", properties, id: id)).first?.id
        }
        #expect(try id("7") == "7")
        #expect(try id("null", #"{"id":"b"}"#) == "b")
        #expect(try id(#""""#, #"{"id":7.5}"#) == nil)
        #expect(try id("null", #"{"id":7.5}"#) == "7.5")
    }

    @Test func `properties are texts, numbers and flags, by name`() throws {
        let text = #"{"z":"text","b":true,"name":"N","a":1.5,"list":[1],"none":null,"o":{"p":1}}"#
        let fence = try Self.fence(Self.feature("Point", "[1,2]", text), radius: 5)
        #expect(fence.name == "N")
        #expect(
            fence.properties == [
                FenceProperty(name: "a", value: .number(1.5)), FenceProperty(name: "b", value: .flag(true)),
                FenceProperty(name: "name", value: .text("N")),
                FenceProperty(name: "z", value: .text("text")),
            ]
        )
    }

    @Test func `a collection has its features in order`() throws {
        let features = [1, 2].map { Self.feature("Point", "[\($0),2]", id: "\($0)") }
        let text = #"{"features":[\#(features.joined(separator: ","))],"type":"FeatureCollection"}"#
        #expect(try Self.decode(text).map(\.id) == ["1", "2"])
    }

    @Test(arguments: [
        (feature("Point", "[13.4,913]"), "latitude 913.0 is not within -90…90 degrees", "geometry"),
        (feature("LineString", "[[52,13],[52,134]]"), "these look swapped", "geometry.coordinates[1]"),
        (feature("Point", #"["13",52]"#), "Double", "geometry.coordinates[0]"),
        (feature("Point", "[13]"), "Double", "geometry.coordinates[1]"),
        (feature("Circle", "[]"), #""Circle" is no Point"#, "type"),
        (feature("MultiLineString", "[[],[]]"), "2 lines", "geometry.type"),
        (#"{"type":"Topology"}"#, "neither a Feature nor a FeatureCollection", "type"),
        (#"{"features":[]}"#, "not found", "type"),
    ])
    func `what can't be read says where and why`(_ text: String, _ why: String, _ place: String) throws {
        let error = try #require(throws: DecodingError.self) { try Self.decode(text) }
        #expect("\(error)".contains(why), "\(error)")
        #expect("\(error)".contains(place), "\(error)")
    }

    @Test func `what is no fence says why`() throws {
        func error(_ text: String) -> String {
            do { return "\(try Self.fence(text).id)" } catch { return "\(error)" }
        }
        #expect(error(Self.feature("Point", "[1,2]")) == "\(GeoJSONError.noRadius)")
        #expect(error(Self.feature("LineString", "[[1,2],[2,2]]")) == "\(GeoJSONError.noWidth)")
        #expect(error(Self.feature("Point", "[1,2]", id: "null")) == "\(GeoJSONError.noID)")
        #expect(
            error(#"{"type":"Feature","id":"a","properties":null,"geometry":null}"#)
                == "\(GeoJSONError.noGeometry)"
        )
        #expect(error(Self.feature("Point", "[1,2]", id: #""a/b""#)).contains("must not hold"))
        #expect(error(Self.feature("Polygon", "[[[1,2],[2,2],[2,3]]]")).contains("end"))
    }
}
