import GeofenceCore
import Testing

@testable import geofence_agent

/// What is expected of a source never changes what its payloads say.
@Suite struct ExpectedLayoutsTests {
    private static func decode(
        _ payload: String,
        _ decoder: PayloadDecoder,
        source: Int = 0,
        _ layouts: inout ExpectedLayouts
    ) throws -> Reading {
        let topic = UnsafeRawBufferPointer(start: nil, count: 0)
        return try Array(payload.utf8).withUnsafeBytes { bytes in
            var reading = Reading()
            let id = ObjectIdentifier(decoder)
            guard !layouts.read(bytes, source: source, id, into: &reading) else { return reading }
            return try layouts.decode(bytes, topic: topic, source: source, decoder)
        }
    }

    @Test func `publishers of several kinds share a source`() throws {
        let decoder = PayloadDecoder(format: .auto)
        var layouts = ExpectedLayouts()
        for turn in 0..<50 {
            for names in [
                ("lat", "lon"), ("latitude", "longitude"), ("lat", "lng"), ("lat", "long"), ("a", "lon"),
            ] {
                let payload = "{\"\(names.0)\":\(turn),\"\(names.1)\":\(turn * 2)}"
                let expected = try? Array(payload.utf8).withUnsafeBytes { try decoder.decode($0) }
                let reading = try? Self.decode(payload, decoder, &layouts)
                #expect(reading == expected)
                #expect((reading == nil) == (names.0 == "a"))
            }
        }
    }

    @Test func `another configuration reads the same source anew`() throws {
        var layouts = ExpectedLayouts()
        let payload = #"{"lat":1,"lon":2,"a":3,"b":4}"#
        func decoder(_ latitude: String, _ longitude: String) -> PayloadDecoder {
            PayloadDecoder(
                format: .json(
                    FieldMap(
                        latitude: JSONPointer(steps: [latitude]),
                        longitude: JSONPointer(steps: [longitude])
                    )
                )
            )
        }
        let (first, second) = (decoder("lat", "lon"), decoder("a", "b"))
        for (decoder, latitude) in [(first, 1.0), (first, 1), (second, 3), (second, 3), (first, 1)] {
            let reading = try Self.decode(payload, decoder, &layouts)
            #expect(reading.fix?.coordinate.latitude == latitude)
        }
    }

    @Test func `a source whose names of devices are in the payload is read in full`() throws {
        let decoder = PayloadDecoder(format: .auto, devicePointer: JSONPointer(steps: ["id"]))
        var layouts = ExpectedLayouts()
        for name in ["van", "bus"] {
            let reading = try Self.decode("{\"id\":\"\(name)\",\"lat\":1,\"lon\":2}", decoder, &layouts)
            #expect(reading.device?.description == name)
        }
    }
}
