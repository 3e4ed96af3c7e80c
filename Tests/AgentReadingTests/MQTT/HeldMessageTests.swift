import Testing

@testable import MQTT

/// What of the bytes that were read is a message, and what is left to the library.
@Suite struct HeldMessageTests {
    private struct Found: Equatable {
        var topic: String
        var payload: [UInt8]?
        var packet: UInt16
        var isRetained: Bool
        var size: Int
    }

    private static func found(_ bytes: [UInt8], _ version: MQTTProtocol = .version5) -> Found? {
        bytes.withUnsafeBytes { bytes in
            HeldMessage(bytes, version).map {
                Found(
                    topic: String(decoding: $0.topic, as: UTF8.self),
                    payload: $0.payload.map { Array($0) },
                    packet: $0.packet,
                    isRetained: $0.isRetained,
                    size: $0.size
                )
            }
        }
    }

    @Test func `one at QoS 0, whatever comes behind it`() {
        let bytes: [UInt8] = [0x30, 7, 0, 2, 105, 110, 0, 1, 2]
        let wanted = Found(topic: "in", payload: [1, 2], packet: 0, isRetained: false, size: 9)
        #expect(Self.found(bytes) == wanted)
        #expect(Self.found(bytes + [0x30, 7, 0]) == wanted)
    }

    @Test(arguments: [false, true]) func `one at QoS 1, that may come again`(_ isRepeat: Bool) {
        let bytes: [UInt8] = [isRepeat ? 0x3B : 0x33, 8, 0, 2, 105, 110, 0x12, 0x34, 0, 9]
        #expect(
            Self.found(bytes)
                == Found(topic: "in", payload: [9], packet: 0x1234, isRetained: true, size: 10)
        )
    }

    @Test func `without a payload`() {
        #expect(Self.found([0x30, 5, 0, 2, 105, 110, 0])?.payload == [])
        #expect(Self.found([0x30, 4, 0, 2, 105, 110], .version311)?.payload == [])
    }

    @Test func `MQTT 3-1-1 has no properties`() {
        #expect(Self.found([0x30, 6, 0, 2, 105, 110, 0, 1], .version311)?.payload == [0, 1])
    }

    /// A message with properties, and the payload 7.
    private static func found(properties: [UInt8]) -> Found? {
        let body = [0, 2, 105, 110, UInt8(properties.count)] + properties + [7]
        return found([0x30, UInt8(body.count)] + body)
    }

    @Test(
        arguments: [
            [1, 1], [2, 0, 0, 0, 9], [3, 0, 2, 105, 110], [1, 0, 3, 0, 0, 2, 9, 9, 9, 9],
        ] as [[UInt8]]
    )
    func `what its payload is, and how long it counts, is left out`(_ properties: [UInt8]) {
        #expect(Self.found(properties: properties)?.payload == [7])
    }

    /// Response topic, correlation, user property; and what doesn't end with them.
    @Test(
        arguments: [
            [8, 0, 1, 105], [9, 0, 1, 1], [38, 0, 1, 97, 0, 1, 98], [1, 1, 9, 0, 1, 1], [1], [2, 0, 0], [3],
            [3, 0],
            [3, 0, 9, 1], [99],
        ] as [[UInt8]]
    )
    func `other properties are the library's to read`(_ properties: [UInt8]) {
        let found = Self.found(properties: properties)
        #expect(found?.topic == "in")
        #expect(found?.payload == nil && found?.size == 8 + properties.count)
    }

    @Test func `properties may be long, and end before the message does`() {
        let long = [3, 0, 197] + [UInt8](repeating: 9, count: 197)
        let message: [UInt8] = [0x30, 0xCF, 0x01, 0, 2, 105, 110, 0xC8, 0x01] + long + [7]
        #expect(Self.found(message)?.payload == [7])
        #expect(Self.found([0x30, 7, 0, 2, 105, 110, 3, 1, 1, 0x30]) == nil, "they end behind it")
        #expect(Self.found([0x30, 6, 0, 2, 105, 110, 0x80, 0x80]) == nil, "their length does")
    }

    @Test func `its length may take four bytes`() {
        let head: [UInt8] = [0x30, 0x85, 0x80, 0x80, 0x00]
        #expect(Self.found(head + [0, 2, 105, 110, 0])?.size == 10)
        #expect(Self.found([0x30, 0x85, 0x80, 0x80, 0x80, 0x00] + [0, 2, 105, 110, 0]) == nil)
        let long = [UInt8](repeating: 7, count: 300)
        #expect(Self.found([0x30, 0xB1, 0x02, 0, 2, 105, 110, 0] + long)?.payload == long)
    }

    @Test(arguments: 1...20) func `its topic is printable ASCII without wildcards`(_ length: Int) {
        for place in 0..<length {
            for byte in UInt8.min...UInt8.max {
                var topic = [UInt8](repeating: 105, count: length)
                topic[place] = byte
                let isPlain = (0x20...0x7E).contains(byte) && byte != 0x2B && byte != 0x23
                let found = Self.found([0x30, UInt8(length + 4), 0, UInt8(length)] + topic + [0, 7])
                #expect((found != nil) == isPlain, "\(byte) at \(place) of \(length)")
            }
        }
    }

    @Test func `none that is not all there`() {
        let bytes: [UInt8] = [0x32, 8, 0, 2, 105, 110, 0x12, 0x34, 0, 9]
        for count in bytes.indices { #expect(Self.found(Array(bytes.prefix(count))) == nil, "\(count)") }
    }

    @Test(
        arguments: [
            ("QoS 2", [0x34, 7, 0, 2, 105, 110, 0, 1, 0]), ("no QoS", [0x36, 7, 0, 2, 105, 110, 0, 1, 0]),
            ("a repeat at QoS 0", [0x38, 5, 0, 2, 105, 110, 0]),
            ("no packet id", [0x32, 7, 0, 2, 105, 110, 0, 0, 0]), ("no topic", [0x30, 3, 0, 0, 0]),
            ("no topic's length", [0x30, 1, 0]), ("a topic beyond its end", [0x30, 4, 0, 9, 105, 110]),
            ("nothing", [0x30, 0]), ("no room for its id", [0x32, 5, 0, 2, 105, 110, 1]),
            ("no length of properties", [0x30, 4, 0, 2, 105, 110]), ("another packet", [0x40, 2, 0, 1]),
            ("a length without an end", [0x30, 255, 255, 255, 255, 255, 1]),
            ("a zero in its topic", [0x30, 5, 0, 2, 105, 0, 0]), ("a wildcard", [0x30, 5, 0, 2, 105, 35, 0]),
            ("another wildcard", [0x30, 5, 0, 2, 43, 110, 0]),
            ("a letter beyond ASCII", [0x30, 5, 0, 2, 195, 169, 0]),
            ("a control character", [0x30, 5, 0, 2, 105, 127, 0]),
        ] as [(String, [UInt8])]
    )
    func `what is wrong with a packet, or uncommon, is for the library to find`(
        _ what: String,
        _ bytes: [UInt8]
    ) {
        #expect(Self.found(bytes) == nil)
    }
}
