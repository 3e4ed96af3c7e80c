import GeofenceCore
import Testing

@testable import geofence_agent

/// What payloads say of devices beside where they are: what is left in the battery, and a name.
@Suite struct DevicePayloadTests {
    private static func place(_ more: String) -> String { #"{"lat":52.5,"lon":13.4\#(more)}"# }

    private static let levels: [(String, UInt8?)] = [
        (#","batt":81"#, 81), (#","battery":81"#, 81), (#","battery_level":100"#, 100),
        (#","batteryLevel":0"#, 0), (#","Battery":"81""#, 81), (#","battery_level":0.89"#, 89),
        (#","battery":{"level":0.55,"is_charging":true}"#, 55), (#","battery":{"level":1}"#, 100),
        (#","battery":{"is_charging":true,"level":55}"#, 55), (#","_type":"location","batt":1"#, 1),
        // Nobody knows whether it is full or empty, or these are volts.
        (#","battery_level":1"#, nil), (#","battery":3.7"#, nil), (#","battery":{"level":-1}"#, nil),
        (#","battery":101"#, nil), (#","battery":-1"#, nil), (#","battery":true"#, nil),
        (#","battery":"low""#, nil), (#","battery":null"#, nil), (#","battery":{"volts":3.7}"#, nil),
        (#","battery":{"level":{"level":1}}"#, nil), (#","battery":[]"#, nil), ("", nil),
    ]

    @Test(arguments: levels) func `reads what is left in a battery`(_ more: String, _ battery: UInt8?) throws
    {
        let outcome = PayloadDecoder(format: .auto).outcome(Self.place(more))
        #expect(outcome == (try .fix(52.5, 13.4, battery: battery)))
    }

    @Test(arguments: levels + [(#","batt":81.0"#, 81), (#","batt":81,"battery":{"level":0.5}"#, 50)])
    func `a layout says the same`(_ more: String, _ battery: UInt8?) throws {
        let payload = Array(Self.place(more + #","n":7"#).utf8)
        let decoder = PayloadDecoder(format: .auto)
        let example = try payload.withUnsafeBytes { try decoder.decode($0) }
        #expect(example.battery == battery)
        let layout = payload.withUnsafeBytes { decoder.layout(of: $0, example) }
        let other = Array(Self.place(more + #","n":8"#).utf8)
        let reading = other.withUnsafeBytes { layout?.reading($0) }
        #expect(reading == example)
    }

    @Test(arguments: [("55", 55), ("55.5", 56), ("1", nil), ("0.3", 30), ("255", nil)] as [(String, UInt8?)])
    func `a layout reads other levels`(_ level: String, _ battery: UInt8?) throws {
        let decoder = PayloadDecoder(format: .owntracks)
        func payload(_ level: String) -> [UInt8] {
            Array(Self.place(#","_type":"location","batt":\#(level)"#).utf8)
        }
        let example = try payload("81").withUnsafeBytes { try decoder.decode($0) }
        let layout = try #require(payload("81").withUnsafeBytes { decoder.layout(of: $0, example) })
        let full = try payload(level).withUnsafeBytes { try decoder.decode($0) }
        #expect(payload(level).withUnsafeBytes { layout.reading($0) } == full)
    }

    @Test(
        arguments: [
            ("81", 81), ("81.4", 81), ("81.5", 82), ("0", 0), ("1", 1), ("0.2", 0), ("100", 100),
            ("100.1", nil),
            ("-1", nil), (#""81""#, 81), ("{}", nil), ("1e300", nil),
        ] as [(String, UInt8?)]
    )
    func `reads per cent where a pointer leads to them`(_ level: String, _ battery: UInt8?) throws {
        let map = FieldMap(
            latitude: try JSONPointer("/lat"),
            longitude: try JSONPointer("/lon"),
            battery: try JSONPointer("/power/left")
        )
        let outcome = PayloadDecoder(format: .json(map)).outcome(
            Self.place(#","power":{"left":\#(level)}"#)
        )
        #expect(outcome == (try .fix(52.5, 13.4, battery: battery)))
    }

    private static func traccar(_ name: String, battery: String = "81.5") -> String {
        #"{"position":{"latitude":52.5,"longitude":13.4,"attributes":{"batteryLevel":\#(battery)}},"#
            + #""device":{"id":4,"name":\#(name),"uniqueId":"v1"}}"#
    }

    @Test(
        arguments: [
            (#""Van \"1\"""#, #"Van "1""#), (#""B\u00fcs""#, "Büs"), (#""""#, nil), ("5", nil), ("null", nil),
            (#""a\nb""#, nil),
            ("\"\(String(repeating: "ä", count: 128))\"", String(repeating: "ä", count: 128)),
            ("\"\(String(repeating: "ä", count: 128))x\"", nil),
        ] as [(String, String?)]
    )
    func `Traccar says a name`(_ text: String, _ name: String?) throws {
        for format in [PayloadFormat.shaped(.traccar), .auto] {
            let outcome = PayloadDecoder(format: format).outcome(Self.traccar(text))
            #expect(outcome == (try .fix(52.5, 13.4, battery: 82, name: name)))
        }
    }
}
