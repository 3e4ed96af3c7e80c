import Testing

@testable import geofence_agent

@Suite struct JSONDocumentTests {
    private static func node(_ line: Int, _ column: Int, _ value: JSONValue) -> JSONNode {
        JSONNode(position: TextPosition(line: line, column: column), value: value)
    }

    @Test(arguments: [
        ("null", JSONValue.null), (" true ", .bool(true)), ("false", .bool(false)), ("0", .number(0)),
        ("-0", .number(0)), ("-1.5e+2", .number(-150)), ("1E2", .number(100)), ("\"\"", .string("")),
        ("[]", .array([])),
        ("{ }", .object([])), (#""a\"\\\/\b\f\n\r\tä\u00e4""#, .string("a\"\\/\u{8}\u{C}\n\r\tää")),
        (#""\ud83d\ude00""#, .string("😀")), (#""\uFFFD""#, .string("\u{FFFD}")), ("\u{FEFF}1", .number(1)),
    ])
    func `reads values`(_ text: String, _ value: JSONValue) throws {
        #expect(try JSONDocument.parse(text).root.value == value)
    }

    @Test func `knows where keys and values stand`() throws {
        let text = "{\n  \"ä€😀\": [1,\r\n\ttrue],\n  \"b\": {}\n}"
        let list = Self.node(2, 10, .array([Self.node(2, 11, .number(1)), Self.node(3, 2, .bool(true))]))
        let expected = Self.node(
            1,
            1,
            .object([
                JSONMember(key: "ä€😀", position: TextPosition(line: 2, column: 3), node: list),
                JSONMember(
                    key: "b",
                    position: TextPosition(line: 4, column: 3),
                    node: Self.node(4, 8, .object([]))
                ),
            ])
        )
        #expect(try JSONDocument.parse(text).root == expected)
    }

    private static let faults: [(text: String, message: String)] = [
        ("", "1:1: the file ends here, but a value is missing"),
        ("{", "1:2: the file ends here, but a key in quotation marks is missing"),
        ("{\"a\":1", "1:7: the file ends here, but a comma or } is missing"),
        ("[1 2]", "1:4: expected a comma or ], found '2'"),
        ("{a:1}", "1:2: expected a key in quotation marks, found 'a'"),
        ("{\"a\" 1}", "1:6: expected a colon after the key, found '1'"),
        ("[tru]", "1:2: expected a value, found 't'"),
        ("[\u{A0}1]", "1:2: expected a value, found U+00A0"), ("NaN", "1:1: expected a value, found 'N'"),
        ("[1,\n]", "1:3: nothing follows this comma: remove it"),
        ("{\"a\":1,}", "1:7: nothing follows this comma: remove it"),
        ("{ // x\n}", "1:3: JSON has no comments: remove this one"),
        ("1 /* x */", "1:3: JSON has no comments: remove this one"),
        ("{} {}", "1:4: the document is complete before this: remove the rest"),
        ("{\"a\":1,\n \"\\u0061\":2}", "2:2: the key \"a\" stands at 1:2 already: remove one of them"),
        ("[01]", Self.number("1:2", "01")), ("[1.]", Self.number("1:2", "1.")),
        ("[1e400]", Self.number("1:2", "1e400")),
        ("[-]", Self.number("1:2", "-")), ("[-01]", Self.number("1:2", "-01")),
        ("[1.e2]", Self.number("1:2", "1.e2")),
        ("[1e]", Self.number("1:2", "1e")), ("[1e+]", Self.number("1:2", "1e+")),
        ("[1.2.3]", Self.number("1:2", "1.2.3")),
        ("[-]", Self.number("1:2", "-")), ("[0x10]", Self.number("1:2", "0x10")),
        (
            "\"a\nb\"",
            "1:3: a string must not hold the control character U+000A: close it with \", or write \\n, \\t, \\u00XX"
        ),
        ("\"a", "1:3: the file ends here, but a quotation mark that closes the string is missing"),
        (#""a\x""#, Self.escape), (#""a\u00g0""#, Self.escape), (#""a\"#, Self.escape),
        (#""\ud83d""#, "1:2: this \\u escape is half of a pair: write the character itself"),
        (#""\ude00\ud83d""#, "1:2: this \\u escape is half of a pair: write the character itself"),
    ]

    @Test(arguments: faults)
    func `says where and how to mend a file`(_ text: String, _ message: String) {
        let error = #expect(throws: JSONSyntaxError.self) { try JSONDocument.parse(text) }
        #expect(error.map { "\($0.position): \($0)" } == message)
    }

    private static let escape =
        "1:3: a backslash must be followed by one of \" \\ / b f n r t, or u and four hexadecimal digits"

    private static func number(_ position: String, _ text: String) -> String {
        "\(position): \"\(text)\" is no JSON number: digits, a point for decimals, no leading 0 or +, within ±1.8e308"
    }

    @Test func `keeps keys apart that differ in bytes alone`() throws {
        let document = try JSONDocument.parse("{\"\\u00e4\":1,\"a\\u0308\":2}")
        guard case .object(let members) = document.root.value else { Issue.record("no object"); return }
        #expect(members.count == 2)
    }

    @Test func `refuses what is nested too deep, and no less`() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        _ = try JSONDocument.parse(nested(64))
        let error = #expect(throws: JSONSyntaxError.self) { try JSONDocument.parse(nested(65)) }
        #expect(error?.reason == .depth(limit: 64))
    }

    @Test(arguments: faults.map(\.text).filter { !$0.isEmpty } + [String(repeating: "[", count: 65)])
    func `elements that are left out are looked at as closely`(_ text: String) throws {
        let list = "{\"list\": [\(text)]}"
        let kept = #expect(throws: JSONSyntaxError.self) { try JSONDocument.parse(list) }
        let leftOut = #expect(throws: JSONSyntaxError.self) {
            var parser = JSONDocumentParser(Array(list.utf8))
            _ = try parser.document(leavingOut: "list")
        }
        #expect(leftOut == kept)
    }

    @Test(arguments: [1, 15, 16, 17, 40], [false, true])
    func `finds a key again among many`(_ index: Int, isLeftOut: Bool) throws {
        func object(_ again: String) -> [UInt8] {
            let keys = (1...40).map { "\"ä\($0)\": {}" } + [again]
            return Array("{\"list\": [{\n\(keys.joined(separator: ",\n"))}]}".utf8)
        }
        var sound = JSONDocumentParser(object("\"a\\u0308\(index)\": {}"))
        _ = try sound.document(leavingOut: isLeftOut ? "list" : nil)
        let error = #expect(throws: JSONSyntaxError.self) {
            var parser = JSONDocumentParser(object("\"\\u00e4\(index)\": {}"))
            _ = try parser.document(leavingOut: isLeftOut ? "list" : nil)
        }
        #expect(error?.position == TextPosition(line: 42, column: 1))
        let first = TextPosition(line: index + 1, column: 1)
        #expect(error?.reason == .duplicateKey("ä\(index)", first: first))
    }
}
