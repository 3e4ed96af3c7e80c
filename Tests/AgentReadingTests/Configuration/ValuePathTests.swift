import Testing

@testable import geofence_agent

/// The way to a value, put into words.
@Suite struct ValuePathTests {
    @Test(arguments: [
        (ValuePath.words(""), ""), (.member("", "fences"), "fences"), (.element("", 0), "[0]"),
        (.member(.element(.member("", "fences"), 3), "rules"), "fences[3].rules"),
        (.member(.words("radius"), "x"), "radius.x"),
    ])
    func `names each step`(path: ValuePath, words: String) {
        #expect(path.description == words)
    }
}
