import Testing

@testable import MQTT

@Suite struct UserPropertiesTests {
    private static func filled(_ pairs: [(String, String)]) -> (properties: UserProperties, hasRoom: Bool) {
        var properties = UserProperties()
        let hasRoom = pairs.allSatisfy { properties.append($0.0.utf8, $0.1.utf8) }
        return (properties, hasRoom)
    }

    @Test func `come back as they were, in their order`() {
        let pairs = [("b", "2"), ("a", ""), ("", "ü"), ("b", "2")]
        let (properties, hasRoom) = Self.filled(pairs)
        #expect(hasRoom)
        let copy = UserProperties(bytes: properties.bytes)
        #expect(copy == properties)
        #expect(copy.pairs.map(\.name) == pairs.map(\.0))
        #expect(copy.pairs.map(\.value) == pairs.map(\.1))
    }

    @Test(arguments: [
        (16, 63, 1, true), (17, 1, 1, false), (16, 63, 2, false), (1, 1023, 1, true), (1, 1024, 1, false),
        (17, 0, 0, false),
    ])
    func `have bounds of number and length`(_ count: Int, _ name: Int, _ value: Int, _ hasRoom: Bool) {
        let pair = (String(repeating: "n", count: name), String(repeating: "v", count: value))
        #expect(Self.filled(Array(repeating: pair, count: count)).hasRoom == hasRoom)
    }

    @Test(arguments: [[0], [0, 1], [0, 1, 97], [0, 1, 97, 0], [0, 1, 97, 255, 255, 98], [0, 0, 0, 1]])
    func `are none where the bytes are none`(_ bytes: [UInt8]) {
        #expect(UserProperties(bytes: bytes).isEmpty)
    }

    @Test func `end where the bytes end that are some`() {
        #expect(UserProperties(bytes: [0, 1, 97, 0, 1, 98, 0, 9]).bytes == [0, 1, 97, 0, 1, 98])
    }
}
