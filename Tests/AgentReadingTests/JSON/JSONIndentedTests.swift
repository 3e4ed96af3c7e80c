import Testing

@testable import geofence_agent

/// JSON as commands show it.
@Suite struct JSONIndentedTests {
    private static let long = String(repeating: "a", count: 101)

    @Test(arguments: [
        ("{}", "{}"), ("[]", "[]"), ("1.50", "1.5"), (#"{"a":1,"b":[]}"#, "{\n  \"a\": 1,\n  \"b\": []\n}"),
        (#"{"a":1,"b":"c"}"#, #"{"a":1,"b":"c"}"#),
        (#"[{"a":1},{"b":2}]"#, "[\n  {\"a\":1},\n  {\"b\":2}\n]"),
        ("{\"a\":\"\(long)\"}", "{\n  \"a\": \"\(long)\"\n}"), ("\"\(long)\"", "\"\(long)\""),
        (#"{"a":{"b":{"c":[1,2]}}}"#, "{\n  \"a\": {\n    \"b\": {\n      \"c\": [1,2]\n    }\n  }\n}"),
        (#"["a\nb"]"#, #"["a\u000ab"]"#),
    ])
    func `has a line for what has more inside`(_ json: String, _ text: String) throws {
        #expect(try JSONDocument.parse(json).root.value.indented == text)
    }

    @Test func `is the same document`() throws {
        let json =
            #"{"devices":[{"device":"van","inside":["a","b"]},{"device":"bus","inside":[]}],"count":2}"#
        let value = try JSONDocument.parse(json).root.value
        let again = try JSONDocument.parse(value.indented).root.value
        #expect(again.bytes == value.bytes)
    }
}
