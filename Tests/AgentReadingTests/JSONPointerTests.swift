import Testing

@testable import geofence_agent

@Suite struct JSONPointerTests {
    @Test(arguments: [
        ("/a", ["a"]), ("/gps/lat", ["gps", "lat"]), ("/points/0", ["points", "0"]), ("/", [""]),
        ("/a~1b/m~0n", ["a/b", "m~n"]), ("/~01", ["~1"]),
    ])
    func `reads the steps`(_ text: String, _ steps: [String]) throws {
        #expect(try JSONPointer(text) == JSONPointer(steps: steps))
    }

    @Test(arguments: [
        ("", JSONPointerError.noSlash("")), ("gps/lat", .noSlash("gps/lat")), ("/a~2", .loneTilde("/a~2")),
        ("/a~", .loneTilde("/a~")),
    ])
    func `refuses what is no pointer`(_ text: String, _ error: JSONPointerError) {
        #expect(throws: error) { try JSONPointer(text) }
    }
}
