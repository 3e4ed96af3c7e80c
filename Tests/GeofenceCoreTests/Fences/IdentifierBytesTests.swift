import GeofenceCore
import Testing

/// Two names are one only where their bytes are.
@Suite struct IdentifierBytesTests {
    @Test(arguments: [1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 40, 128])
    func `names are one where no byte differs`(_ length: Int) throws {
        let name = String(repeating: "a", count: length)
        let id = try Identifier(name)
        #expect(id == (try Identifier(String(name.reversed()))))
        for index in 0..<length {
            var bytes = Array(name.utf8)
            bytes[index] = UInt8(ascii: "b")
            #expect(id != (try Identifier(String(decoding: bytes, as: UTF8.self))))
        }
    }

    @Test func `names that Swift holds for one are two`() throws {
        let (composed, decomposed) = ("Caf\u{E9}", "Cafe\u{301}")
        #expect(composed == decomposed)
        #expect(try Identifier(composed) != Identifier(decomposed))
        #expect(try Identifier("A") != Identifier("a"))
    }
}
