import BenchmarkSupport
import GeofenceCore
import Testing

@testable import geofence_agent

/// A publisher's payloads look alike: what differs is read, and nothing else.
@Suite struct PayloadLayoutTests {
    private static let auto = PayloadDecoder(format: .auto)

    private static func read(_ payload: String, _ decoder: PayloadDecoder = auto) throws -> Reading {
        try Array(payload.utf8).withUnsafeBytes { bytes in try decoder.decode(bytes) }
    }

    private static func layout(of example: String, _ decoder: PayloadDecoder = auto) throws -> PayloadLayout?
    {
        let reading = try read(example, decoder)
        return Array(example.utf8).withUnsafeBytes { decoder.layout(of: $0, reading) }
    }

    private static func read(_ payload: String, along layout: PayloadLayout) -> Reading? {
        Array(payload.utf8).withUnsafeBytes { layout.reading($0) }
    }

    @Test(arguments: [
        (
            #"{"lat":52.4014820,"lon":13.2040213,"acc":8,"tst":1760000001}"#,
            #"{"lat":-0.5,"lon":179.9999999,"acc":12.5,"tst":1760000002.25}"#
        ),
        (
            #"{"_type":"location","batt":71,"conn":"w","lat":52.5,"lon":13.4,"tid":"an","tst":1760000001,"created_at":1760000003,"vel":0}"#,
            #"{"_type":"location","batt":8,"conn":"w","lat":52,"lon":13,"tid":"xyz","tst":1760000009,"created_at":1760000010,"vel":51}"#
        ),
        (
            " { \"position\" : { \"latitude\" : 1 , \"longitude\" : 2 } , \"speed\" : 3.5, \"fixTime\": \"2026-01-02T03:04:05Z\" } ",
            " { \"position\" : { \"latitude\" : 7 , \"longitude\" : 8 } , \"speed\" : 1, \"fixTime\": \"2026-01-02T03:04:05Z\" } "
        ),
    ]) func `reads the next payload of a publisher as the full reader does`(example: String, next: String)
        throws
    {
        let layout = try #require(try Self.layout(of: example))
        let reading = try #require(Self.read(next, along: layout))
        #expect(reading == (try Self.read(next)))
        #expect(reading != (try Self.read(example)))
    }

    @Test(arguments: [
        #"{"lat":52.5,"lon":13.4,"ssid":"Home","x":1,"t":"a"} "#,
        #"{"lat":52.5,"lon":13.4,"ssid":"Work","x":1,"t":"a"}"#,
        #"{"lat":52.5,"lon":13.4,"ssid":"Home","x":1,"t":"a\n"}"#,
        #"{"lat":52.5,"lon":13.4,"ssid":"Home","x":1,"t":"ä"}"#,
        #"{"lat":5.25e1,"lon":13.4,"ssid":"Home","x":1,"t":"a"}"#,
        #"{"lat":052.5,"lon":13.4,"ssid":"Home","x":1,"t":"a"}"#,
        #"{"lat":52.,"lon":13.4,"ssid":"Home","x":1,"t":"a"}"#,
        #"{"lat":-,"lon":13.4,"ssid":"Home","x":1,"t":"a"}"#,
        #"{"lat":"52.5","lon":13.4,"ssid":"Home","x":1,"t":"a"}"#,
        #"{"lat":null,"lon":13.4,"ssid":"Home","x":1,"t":"a"}"#,
        #"{"lat":91,"lon":13.4,"ssid":"Home","x":1,"t":"a"}"#,
        #"{"lat":52.5,"lon":13.4,"ssid":"Home","x":1,"t":"a""#,
        #"{"lat":52.5,"lon":13.4,"ssid":"Home","x":1,"t":"a"#,
        #"{"lat":52.5,"lon":13.4"#, "",
    ]) func `leaves to the full reader what looks otherwise`(next: String) throws {
        let layout = try #require(
            try Self.layout(of: #"{"lat":52.5,"lon":13.4,"ssid":"Home","x":1,"t":"a"}"#)
        )
        #expect(Self.read(next, along: layout) == nil)
    }

    @Test(arguments: [
        #"52.5,13.4"#, #"{"ssid":"Home"}"#, #"{"type":"Point","coordinates":[13.4,52.5]}"#,
        #"{"lat":"52.5","lon":"13.4"}"#,
    ]) func `learns nothing where no numbers are named latitude and longitude`(example: String) throws {
        #expect(try Self.layout(of: example) == nil)
    }

    @Test func `learns nothing where one number says two things`() throws {
        let map = FieldMap(
            latitude: JSONPointer(steps: ["lat"]),
            longitude: JSONPointer(steps: ["lon"]),
            accuracy: JSONPointer(steps: ["lat"])
        )
        let decoder = PayloadDecoder(format: .json(map))
        #expect(try Self.layout(of: #"{"lat":52.5,"lon":13.4}"#, decoder) == nil)
    }

    @Test func `learns from no payload that is long or has many values`() throws {
        let values = (0..<PayloadLayout.mostParts).map { ",\"v\($0)\":\($0)" }.joined()
        #expect(try Self.layout(of: "{\"lat\":52.5,\"lon\":13.4\(values)}") == nil)
        let name = String(repeating: "n", count: PayloadLayout.largestExample)
        #expect(try Self.layout(of: "{\"lat\":52.5,\"lon\":13.4,\"\(name)\":1}") == nil)
    }

    /// Each example, with a few of its bytes changed at random: most changes are refused, some are read.
    @Test func `never reads what the full reader reads otherwise`() throws {
        let examples = [
            #"{"lat":52.4014820,"lon":13.2040213,"acc":8,"tst":1760000001}"#,
            #"{"_type":"location","lat":52.5,"lon":13.4,"vel":50,"tst":1760000000,"created_at":1,"SSID":"Net"}"#,
            #"{"state":{"reported":{"ts":1760000000123,"lat":52.5,"lng":13.4,"sp":12,"speed":1,"a":"b"}}}"#,
            #"{"lat":52.5,"lon":13.4,"timestamp":1760000000,"speed":3,"mph":4,"n":[1,"x",true]}"#,
        ]
        var random = SeededGenerator(seed: 18)
        let alphabet = Array("0123456789.-+eE\"\\,:{}[] tn\u{e4}".utf8)
        var hits = 0
        for example in examples {
            let layout = try #require(try Self.layout(of: example))
            for _ in 0..<4000 {
                var bytes = Array(example.utf8)
                for _ in 0...Int(random.next() % 3) {
                    let index = Int(random.next() % UInt64(bytes.count))
                    bytes[index] = alphabet[Int(random.next() % UInt64(alphabet.count))]
                }
                let read = bytes.withUnsafeBytes { layout.reading($0) }
                guard let read else { continue }
                hits += 1
                let expected = bytes.withUnsafeBytes { try? Self.auto.decode($0) }
                #expect(read == expected, "\(String(decoding: bytes, as: UTF8.self))")
            }
        }
        #expect(hits > 500)
    }
}
