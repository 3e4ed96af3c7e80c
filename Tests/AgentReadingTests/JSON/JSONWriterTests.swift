import BenchmarkSupport
import Foundation
import GeofenceCore
import Testing

@testable import geofence_agent

@Suite struct JSONWriterTests {
    private func written(_ members: (inout JSONWriter) -> Void) -> String {
        String(decoding: JSONWriter.object(members), as: UTF8.self)
    }

    @Test(
        arguments: [
            ("", #""""#), ("Depot Nord", #""Depot Nord""#), (#"a"b\c"#, #""a\"b\\c""#), ("a/b", #""a/b""#),
            (
                "\0\u{1}\u{8}\t\n\u{C}\r\u{1B}\u{1F}",
                #""\u0000\u0001\u0008\u0009\u000a\u000c\u000d\u001b\u001f""#
            ),
            (" \u{7E}\u{7F}\u{80}", "\" ~\\u007f\u{80}\""), ("é€😀\u{2028}", "\"é€😀\u{2028}\""),
            ("e\u{301}", "\"e\u{301}\""), ("\r\n", #""\u000d\u000a""#),
            (String(decoding: [0x61, 0xFF, 0xC3, 0x62] as [UInt8], as: UTF8.self), "\"a\u{FFFD}\u{FFFD}b\""),
        ] as [(String, String)]
    )
    func `escapes what JSON asks to be escaped, and no more`(_ text: String, _ json: String) {
        #expect(written { $0.member("k", text) } == "{\"k\":\(json)}")
    }

    @Test(arguments: [0, 1, 7, 8, 9, 15, 16, 17])
    func `finds each byte that asks for an escape, wherever it stands`(_ before: Int) {
        for byte in 0..<128 as Range<UInt8> {
            let text = String(repeating: "é", count: before / 2) + (before % 2 == 0 ? "" : "~")
            let scalar = String(UnicodeScalar(byte))
            let escaped =
                switch byte {
                case UInt8(ascii: "\""), UInt8(ascii: "\\"): "\\" + scalar
                case 0..<0x10: "\\u000" + String(byte, radix: 16)
                case 0x10..<0x20, 0x7F: "\\u00" + String(byte, radix: 16)
                default: scalar
                }
            for rest in ["", "!ok"] {
                let json = String(decoding: JSONWriter.quoted(text + scalar + rest), as: UTF8.self)
                #expect(json == "\"\(text)\(escaped)\(rest)\"", "byte \(byte)")
            }
        }
    }

    @Test(
        arguments: [
            (0, "0"), (-0.0, "0"), (8, "8"), (-42.1, "-42.1"), (0.1, "0.1"), (52.5432, "52.5432"),
            (1.0 / 3, "0.3333333333333333"), (0.0001, "0.0001"), (0.00001, "0.00001"),
            (-0.000_012_34, "-0.00001234"), (1e-20, "0.00000000000000000001"), (1.5e-21, "1.5e-21"),
            (.leastNonzeroMagnitude, "5e-324"), (1e15, "1000000000000000"), (1e16, "10000000000000000"),
            (9_007_199_254_740_992, "9007199254740992"), (-1e18, "-1000000000000000000"),
            (1e19, "10000000000000000000"), (-1.25e20, "-125000000000000000000"), (1e21, "1e+21"),
            (1e300, "1e+300"), (.greatestFiniteMagnitude, "1.7976931348623157e+308"), (.nan, "null"),
            (.infinity, "null"), (-.infinity, "null"),
        ] as [(Double, String)]
    )
    func `writes the fewest digits that mean the same number`(_ number: Double, _ json: String) {
        #expect(written { $0.member("k", number) } == "{\"k\":\(json)}")
    }

    @Test func `reads back every number as it was`() {
        var random = SeededGenerator(seed: 1)
        for round in 0..<20_000 {
            let bits = Double(bitPattern: random.next())
            let number = round.isMultiple(of: 2) ? bits : Double.random(in: -180...180, using: &random) / 1e4
            guard number.isFinite else { continue }
            let text = JSONWriter.text(number)
            #expect(Double(text) == number, "\(number) as \(text)")
            let isCommon = (1e-20..<1e21).contains(abs(number))
            if isCommon { #expect(!text.contains("e"), "\(number) as \(text)") }
        }
    }

    @Test func `a number of few decimals is written as all others`() {
        var random = SeededGenerator(seed: 3)
        for round in 0..<40_000 {
            let places = [0, 1, 4, 6, 7, 8, 9][round % 7]
            let whole = Double(Int64.random(in: -4_000_000_000...4_000_000_000, using: &random))
            let scale = (0..<places).reduce(1.0) { power, _ in power * 10 }
            let decimal = round % 3 == 0 ? whole / scale : whole.truncatingRemainder(dividingBy: 3600) / scale
            for number in [decimal, decimal.nextUp, decimal * 1e5, decimal * 1e-3] {
                #expect(
                    written { $0.member("k", number) } == "{\"k\":\(JSONWriter.text(number))}",
                    "\(number)"
                )
            }
        }
    }

    @Test func `is read back by another reader, whatever the text`() throws {
        var random = SeededGenerator(seed: 2)
        for _ in 0..<500 {
            let bytes = (0..<random.next() % 20).map { _ in UInt8(truncatingIfNeeded: random.next() >> 7) }
            let text = String(decoding: bytes, as: UTF8.self)
            let json = JSONWriter.object { $0.member(named: text, text) }
            let object = try JSONDecoder().decode([String: String].self, from: Data(json))
            #expect(object == [text: text])
        }
    }

    @Test(arguments: [0, Int64.max, .min, -1, 10, 1_000_000_000_000_000_000])
    func `writes whole numbers of any size`(_ number: Int64) {
        #expect(written { $0.member("k", number) } == "{\"k\":\(number)}")
    }

    @Test(arguments: [0, 1, 2, 7, 8, 64, 1500, 100_000])
    func `an object is all there, piece by piece, whatever its room`(_ room: Int) {
        let json = JSONWriter.object(room: room) { json in
            for number in 0..<40 { json.member(named: "k\(number)", String(repeating: "ä", count: number)) }
            json.member("n", -52.5432)
            json.member("time", Timestamp(milliseconds: 0))
            json.member("json", json: [UInt8](repeating: UInt8(ascii: " "), count: 300) + Array("[]".utf8))
            json.member("last", #"""#)
        }
        let members = (0..<40).map { "\"k\($0)\":\"\(String(repeating: "ä", count: $0))\"," }.joined()
        let rest = #""n":-52.5432,"time":"1970-01-01T00:00:00.000Z","json":"#
        let spaces = String(repeating: " ", count: 300)
        #expect(String(decoding: json, as: UTF8.self) == "{\(members)\(rest)\(spaces)[],\"last\":\"\\\"\"}")
    }

    @Test func `puts commas between members, and nowhere else`() {
        let json = written { json in
            json.member("none") { _ in }
            json.member("rejected") { json in
                json.member(named: "json", 1)
                json.member(named: "size", 2)
            }
            json.member("list", [] as [String])
            json.member("two", ["a", "b"])
            json.member(named: "a\"b", "c")
            json.member("count", -3)
            json.member("large", UInt64.max)
            json.member("time", Timestamp(milliseconds: 1_760_000_000_007))
            json.member("seconds", milliseconds: 1500)
            json.member("last", milliseconds: -20)
        }
        let expected = """
            {"none":{},"rejected":{"json":1,"size":2},"list":[],"two":["a","b"],"a\\"b":"c","count":-3,\
            "large":18446744073709551615,"time":"2025-10-09T08:53:20.007Z","seconds":1.5,"last":-0.02}
            """
        #expect(json == expected)
        #expect(written { _ in } == "{}")
    }

    @Test(arguments: [
        "null", "true", "[]", "{}", "-1.5", #""""#, #"[1,[2,[]],{"a":[]}]"#,
        #"{"a":{"b":1,"c":[false,"x"]},"d\u0001\"":"\u001f\\"}"#,
    ])
    func `writes what was read as it was`(_ json: String) throws {
        #expect(try JSONDocument.parse(json).root.value.text == json)
        let within = JSONWriter.object { writer in
            writer.member(named: "k", json: Array(json.utf8))
            writer.member("n", 1)
        }
        #expect(String(decoding: within, as: UTF8.self) == #"{"k":\#(json),"n":1}"#)
    }

    @Test func `puts commas between members under keys of every kind`() {
        let json = written { json in
            json.member(named: "a\"", "x")
            json.member(named: "b", 1)
            json.member("c", ["y", "z"])
            json.member("d") { $0.member(named: "e", json: [0x31]) }
        }
        #expect(json == #"{"a\"":"x","b":1,"c":["y","z"],"d":{"e":1}}"#)
    }
}
