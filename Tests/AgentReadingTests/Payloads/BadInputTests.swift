import GeofenceCore
import Testing

@testable import geofence_agent

/// What strangers send; the numbers are those of the catalogue of bad input.
@Suite struct BadInputTests {
    struct Case: CustomTestStringConvertible {
        let name: String
        let payload: [UInt8]
        let outcome: Outcome

        init(_ name: String, _ payload: String, _ outcome: Outcome) {
            self.init(name, bytes: Array(payload.utf8), outcome)
        }

        init(_ name: String, _ payload: String, _ reason: Rejection) {
            self.init(name, payload, .rejected(reason))
        }

        init(_ name: String, bytes: [UInt8], _ outcome: Outcome) {
            (self.name, payload, self.outcome) = (name, bytes, outcome)
        }

        /// With a latitude and more in a message that is good otherwise.
        init(_ name: String, latitude: String, _ outcome: Outcome) {
            self.init(name, "{\"lat\":\(latitude),\"lon\":2}", outcome)
        }

        init(_ name: String, accuracy: String, _ outcome: Outcome) {
            self.init(name, "{\"lat\":1,\"lon\":2,\"acc\":\(accuracy)}", outcome)
        }

        init(_ name: String, time: String, _ outcome: Outcome) {
            self.init(name, "{\"lat\":1,\"lon\":2,\"tst\":\(time)}", outcome)
        }

        var testDescription: String { name }
    }

    private static func nested(_ depth: Int) -> String {
        let brackets = (String(repeating: "[", count: depth), String(repeating: "]", count: depth))
        return "{\"lat\":1,\"lon\":2,\"a\":\(brackets.0)\(brackets.1)}"
    }

    private static let good = #"{"lat":1,"lon":2}"#
    private static let utf16 = good.utf8.flatMap { (byte: UInt8) -> [UInt8] in [byte, 0] }
    private static let utf32 = good.utf8.flatMap { (byte: UInt8) -> [UInt8] in [byte, 0, 0, 0] }

    static func cases() throws -> [Case] {
        try documents() + texts() + places() + others() + times()
    }

    private static func documents() throws -> [Case] {
        let place = try Outcome.fix(1, 2)
        return [
            Case("1 empty", "", .empty),
            Case("2 null", "null", .shape), Case("2 array", "[]", .shape), Case("2 number", "5", .shape),
            Case("2 text", "\"x\"", .shape), Case("2 true", "true", .shape),
            Case("3 truncated", #"{"lat":1,"#, .json), Case("3 no value", #"{"lat":"#, .json),
            Case("3 brace", "{", .json),
            Case("4 bytes after it", good + "x", .json), Case("4 two documents", good + good, .json),
            Case("5 NULs after it", good + "\0\0", .json),
            Case("6 trailing comma", #"{"lat":1,"lon":2,"a":[1,],}"#, place),
            Case("6 two trailing commas", #"{"lat":1,"lon":2,,}"#, .json),
            Case("6 comma alone", "{,}", .json),
            Case("6 two commas in an array", #"{"lat":1,"lon":2,"a":[1,,]}"#, .json),
            Case("6 comma alone in an array", #"{"lat":1,"lon":2,"a":[,]}"#, .json),
            Case("7 byte order mark", "\u{FEFF}" + good, place),
            Case("7 two byte order marks", "\u{FEFF}\u{FEFF}" + good, .json),
            Case("7 byte order mark alone", "\u{FEFF}", .json),
            Case("8 UTF-16 LE", bytes: utf16, .rejected(.json)),
            Case("8 UTF-16 LE with mark", bytes: [0xFF, 0xFE] + utf16, .rejected(.json)),
            Case("8 UTF-16 BE", bytes: [0] + utf16.dropLast(), .rejected(.json)),
            Case("9 UTF-32", bytes: utf32, .rejected(.json)),
            Case("16 nested 99", nested(99), place), Case("16 nested 100", nested(100), place),
            Case("17 nested 512", nested(512), .json), Case("17 nested 30,000", nested(30_000), .json),
            Case("17 5 million brackets", String(repeating: "[", count: 5_000_000), .size),
            Case("18 100,000 members", "{" + String(repeating: "\"a\":1,", count: 100_000) + "}", .size),
            Case("19 a number of 1 MB", "{\"lat\":" + String(repeating: "1", count: 1_000_000) + "}", .size),
            Case("20 10 MB", String(repeating: " ", count: 10_000_000), .size),
            Case(
                "20 one byte too many",
                good + String(repeating: " ", count: 65_537 - good.utf8.count),
                .size
            ),
            Case(
                "20 as large as may be",
                good + String(repeating: " ", count: 65_536 - good.utf8.count),
                place
            ),
            Case("64 gzip", bytes: [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3], .rejected(.json)),
            Case("64 protobuf", bytes: [0x0A, 0x04, 0x70, 0x69, 0x6E, 0x67], .rejected(.json)),
            Case("67 batch", "[\(good),\(good)]", place),
            Case("names without quotes", "{lat:1,lon:2}", .json),
            Case("single quotes", "{'lat':1,'lon':2}", .json),
            Case("comment", "{/**/\"lat\":1,\"lon\":2}", .json), Case("no colon", #"{"lat" 1}"#, .json),
            Case("no comma", #"{"lat":1 "lon":2}"#, .json),
            Case("wrong bracket", #"{"lat":1,"a":[1}"#, .json),
            Case("True", #"{"lat":1,"lon":2,"a":True}"#, .json), Case("nul", "nul", .json),
            Case("nulll", "nulll", .json),
            Case("vertical tab", #"{"lat":1,"# + "\u{B}" + #""lon":2}"#, .json),
            Case("no-break space", #"{"lat":1,"# + "\u{A0}" + #""lon":2}"#, .json),
        ]
    }

    private static func texts() throws -> [Case] {
        let place = try Outcome.fix(1, 2)
        let message = { (text: [UInt8]) in
            Array(#"{"lat":1,"lon":2,"a":""#.utf8) + text + Array("\"}".utf8)
        }
        let bad: [(String, [UInt8])] = [
            ("continuation alone", [0x80]), ("lead alone", [0xC3]), ("overlong slash", [0xC0, 0xAF]),
            ("overlong in three", [0xE0, 0x80, 0xAF]), ("surrogate in UTF-8", [0xED, 0xA0, 0x80]),
            ("three of four", [0xF0, 0x9F, 0x98]), ("above U+10FFFF", [0xF4, 0x90, 0x80, 0x80]),
            ("FF", [0xFF]),
            ("overlong in four", [0xF0, 0x80, 0x80, 0xAF]), ("Latin-1", [0x63, 0x61, 0x66, 0xE9]),
        ]
        let raw: [UInt8] = [0, 9, 10, 13, 31]
        let escapes = ["\\x", "\\u12", "\\u12g4", "\\", "\\U0041", "\\'"]
        let lone = [
            "\\ud800", "\\udc00", "\\ud800x", "\\ud800\\n", "\\ud800\\u0041", "\\udc00\\ud800",
            "\\ud83d\\ud83d",
        ]
        let fine = [
            "é€😀", "\\ud83d\\ude00", "\\u0000", "\\uFFFF", "\\\"\\\\\\/\\b\\f\\n\\r\\t\\u20aC",
            "\u{7F}\u{10FFFF}",
        ]
        return bad.map { Case("10 \($0.0)", bytes: message($0.1), .rejected(.json)) }
            + raw.map { Case("11 byte \($0)", bytes: message([$0]), .rejected(.json)) }
            + (escapes + lone).map { Case("13 \($0)", bytes: message(Array($0.utf8)), .rejected(.json)) }
            + fine.map { Case("13 \($0) is fine", bytes: message(Array($0.utf8)), place) }
    }

    private static func places() throws -> [Case] {
        [
            Case("15 first of two", #"{"lat":1,"lat":95,"lon":2}"#, try .fix(1, 2)),
            Case("15 first of two aliases", #"{"lat":1,"latitude":95,"lon":2}"#, try .fix(1, 2)),
            Case("15 first is null", #"{"lat":null,"lat":1,"lon":2}"#, .missing),
            Case("21 number in quotes", latitude: "\"48.1\"", try .fix(48.1, 2)),
            Case("21 words", latitude: "\"48.1 N\"", .rejected(.type)),
            Case("21 nothing", latitude: "\"\"", .rejected(.type)),
            Case("21 NaN in quotes", latitude: "\"NaN\"", .rejected(.type)),
            Case("21 1e400 in quotes", latitude: "\"1e400\"", .rejected(.type)),
            Case("22 true", latitude: "true", .rejected(.type)),
            Case("22 object", latitude: "{}", .rejected(.type)),
            Case("22 array", latitude: "[1]", .rejected(.type)),
            Case("23 null", latitude: "null", .rejected(.missing)),
            Case("23 no lon", #"{"lat":1}"#, .missing),
            Case("24 NaN", latitude: "NaN", .rejected(.json)),
            Case("24 Infinity", latitude: "Infinity", .rejected(.json)),
            Case("24 -Infinity", latitude: "-Infinity", .rejected(.json)),
            Case("25 1e400", latitude: "1e400", .rejected(.json)),
            Case("25 1e400 in what is not read", #"{"lat":1,"lon":2,"a":-1e400}"#, .json),
            Case("25 digits", latitude: String(repeating: "9", count: 400), .rejected(.json)),
            Case("26 1e308", latitude: "1e308", .rejected(.range)),
            Case("27 90.0000001", latitude: "90.0000001", .rejected(.range)),
            Case("27 -91", latitude: "-91", .rejected(.range)),
            Case("28 north pole", latitude: "90", try .fix(90, 2)),
            Case("28 south pole", latitude: "-90.000", try .fix(-90, 2)),
            Case("29 180", #"{"lat":1,"lon":180}"#, try .fix(1, 180)),
            Case("29 -180", #"{"lat":1,"lon":-180}"#, try .fix(1, 180)),
            Case("30 180.5", #"{"lat":1,"lon":180.5}"#, .range),
            Case("30 360", #"{"lat":1,"lon":360}"#, .range),
            Case("31 swapped", #"{"lat":120,"lon":30}"#, .range),
            Case("32 null island", #"{"lat":0,"lon":0}"#, try .fix(0, 0)),
            Case("33 -0.0", latitude: "-0.0", try .fix(0, 2)),
            Case("34 5e-324", latitude: "5e-324", try .fix(Double.leastNonzeroMagnitude, 2)),
            Case("34 1e-400", latitude: "1e-400", try .fix(0, 2)),
            Case("34 0e99999999999", latitude: "0e99999999999", try .fix(0, 2)),
            Case("35 comma", latitude: "1,5", .rejected(.json)),
            Case("36 hexadecimal", latitude: "0x1", .rejected(.json)),
            Case("36 leading zero", latitude: "01", .rejected(.json)),
            Case("36 plus", latitude: "+1", .rejected(.json)),
            Case("36 no digit before", latitude: ".5", .rejected(.json)),
            Case("36 no digit after", latitude: "5.", .rejected(.json)),
            Case("36 no exponent", latitude: "5e", .rejected(.json)),
            Case("36 minus", latitude: "-", .rejected(.json)),
            Case("36 two minus", latitude: "--1", .rejected(.json)),
            Case("36 half", latitude: "1.e1", .rejected(.json)),
            Case("36 E+", latitude: "1.5E+1", try .fix(15, 2)),
        ]
    }

    private static func others() throws -> [Case] {
        let place = try Outcome.fix(1, 2)
        return [
            Case("37 -1", accuracy: "-1", .rejected(.range)),
            Case("37 NaN", accuracy: "NaN", .rejected(.json)),
            Case("37 0", accuracy: "0", place), Case("37 -0", accuracy: "-0", place),
            Case("37 null", accuracy: "null", place),
            Case("37 1e9", accuracy: "1e9", try .fix(1, 2, accuracy: 1e9)),
            Case("37 false", accuracy: "false", .rejected(.type)),
            Case("38 absurd", #"{"lat":1,"lon":2,"vel":-1e300,"cog":"north","alt":null}"#, place),
            Case("56 no networks seen", #"{"lat":1,"lon":2,"wifi":[]}"#, place),
            Case("61 name with controls", #"{"ssid":"\u0000\u001b<b>"}"#, .network("\0\u{1B}<b>")),
            Case(
                "61 long name",
                #"{"ssid":"0123456789012345678901234567890123456789"}"#,
                .network("0123456789012345678901234567890123456789")
            ),
            Case("66 will", #"{"_type":"lwt","tst":1760000000}"#, .unrelated),
        ]
    }

    private static func times() throws -> [Case] {
        let good = { (milliseconds: Int64?) in try Outcome.fix(1, 2, time: milliseconds) }
        return [
            Case("39 none", #"{"lat":1,"lon":2}"#, try good(nil)),
            Case("40 0", time: "0", .rejected(.time)), Case("40 -1", time: "-1", .rejected(.time)),
            Case("40 -1e30", time: "-1e30", .rejected(.time)),
            Case("41 milliseconds", time: "1760000000123", try good(1_760_000_000_123)),
            Case("42 10.5", time: "10.5", .rejected(.time)),
            Case("42 seconds with a fraction", time: "1760000000.25", try good(1_760_000_000_250)),
            Case("43 1e30", time: "1e30", .rejected(.range)),
            Case("43 2^63", time: "9223372036854775808", .rejected(.range)),
            Case("43 2^64", time: "18446744073709551616", .rejected(.range)),
            Case("43 1147e0286", time: "1147e0286", .rejected(.range)),
            Case("44 10 in quotes", time: "\"10\"", .rejected(.time)),
            Case("44 words", time: "\"today\"", .rejected(.time)),
            Case("44 nothing", time: "\"\"", .rejected(.time)),
            Case("44 30 February", time: "\"2026-02-30T00:00:00Z\"", .rejected(.time)),
            Case("44 ISO 8601", time: "\"2025-10-09T08:53:20Z\"", try good(1_760_000_000_000)),
            Case("44 true", time: "true", .rejected(.type)), Case("44 object", time: "{}", .rejected(.type)),
            Case("46 2099", time: "4070908800", try good(4_070_908_800_000)),
            Case("50 1999", time: "946684799", .rejected(.time)),
            Case("50 1999, ISO 8601", time: "\"1999-12-31T23:59:59Z\"", .rejected(.time)),
            Case("50 2000", time: "946684800", try good(946_684_800_000)),
        ]
    }

    @Test(arguments: try cases())
    func `counts it, or takes it`(_ example: Case) {
        #expect(PayloadDecoder(format: .auto).outcome(example.payload) == example.outcome)
    }

    @Test func `has the reasons that are published`() {
        let names = "empty shape json type missing range size id time topic inaccurate implausible"
        #expect(Rejection.allCases.map(\.rawValue).joined(separator: " ") == names)
    }
}
