import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// Every error of a fence's place and its other keys in full, with the column of the value that it is about.
@Suite struct FenceErrorTests {
    let folder: ConfigurationFolder

    init() throws { folder = try ConfigurationFolder() }

    /// The errors of a fence that stands on a line of its own, without file, line, and the way to the fence.
    func errors(_ fence: String) -> [String] {
        let source = ConfigurationErrorTests.source
        let text = "{\"mqtt\":{\"host\":\"h\"},\(source),\"fences\":[\n\(fence)\n]}"
        return folder.errors(text).map {
            $0.replacing(#/^agent\.json:2:/#, with: "").replacing("fences[0]", with: "", maxReplacements: 1)
        }
    }

    @Test(arguments: [
        (#"{"id":"a","geometry":[]}"#, [#"22: .geometry: must be a GeoJSON geometry in { }, not a list"#]),
        (
            #"{"id":"a","geometry":{}}"#,
            [
                "22: .geometry.type: missing; Polygon, MultiPolygon or LineString",
                "22: .geometry.coordinates: missing; positions, longitude before latitude",
            ]
        ),
        (type("7"), ["30: .geometry.type: must be a string in quotation marks, not a number"]),
        (
            type("\"Point\""),
            ["30: .geometry.type: \"Point\" has no inside; give a circle by latitude, longitude and radius"]
        ),
        (
            type("\"MultiPoint\""),
            [
                "30: .geometry.type: \"MultiPoint\" has no inside; give a circle by latitude, longitude and radius"
            ]
        ),
        (
            type("\"MultiLineString\""),
            ["30: .geometry.type: \"MultiLineString\" is several lines; make each a fence of its own"]
        ),
        (
            type("\"GeometryCollection\""),
            [
                "30: .geometry.type: \"GeometryCollection\" is several geometries; make each a fence of its own, or join polygons to a MultiPolygon"
            ]
        ),
        (
            #"{"id":"a","geometry":{"type":"Feature","geometry":{}}}"#,
            ["30: .geometry.type: \"Feature\" is no geometry; give what stands in its \"geometry\""]
        ),
        (
            type("\"polygon\""),
            ["30: .geometry.type: \"polygon\" is unknown, did you mean \"Polygon\"?"]
        ),
        (
            type("\"Circle\""),
            [
                "30: .geometry.type: \"Circle\" is no shape of a fence; one of Polygon, MultiPolygon, LineString"
            ]
        ),
    ])
    func `of a geometry`(_ fence: String, _ lines: [String]) {
        #expect(errors(fence) == lines)
    }

    private static func type(_ type: String) -> String {
        "{\"id\":\"a\",\"geometry\":{\"type\":\(type),\"coordinates\":[]}}"
    }
}
