import GeofenceCore
import Testing

@Suite struct FNV1aTests {
    /// Source: the test vectors of draft-eastlake-fnv, appendix C.
    @Test(arguments: [
        ("", 0xcbf2_9ce4_8422_2325 as UInt64), ("a", 0xaf63_dc4c_8601_ec8c),
        ("foobar", 0x8594_4171_f739_67e8),
    ])
    func `has the published values`(_ text: String, _ hash: UInt64) {
        #expect(FNV1a(text.utf8).value == hash)
    }

    @Test func `goes on from an earlier hash`() {
        var hash = FNV1a(after: FNV1a("foo".utf8).value)
        hash.add("bar".utf8)
        #expect(hash == FNV1a("foobar".utf8))
    }
}
