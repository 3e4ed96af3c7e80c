import GeofenceCore
import Testing

@testable import geofence_agent

@Suite struct AddressCacheTests {
    private var cache = AddressCache()

    private static func query(_ text: String) -> AddressQuery { .search(text, near: nil, isPartial: false) }
    private static func at(_ time: Int64) -> Timestamp { Timestamp(milliseconds: time) }

    private static func addresses(_ label: String) throws -> [Address] {
        [Address(label: label, kind: nil, place: try Coordinate(latitude: 1, longitude: 2))]
    }

    @Test mutating func `an answer counts for a day`() throws {
        let known = try Self.addresses("a")
        cache.keep(known, for: Self.query("a"), at: Self.at(0))
        #expect(cache.addresses(for: Self.query("a"), at: Self.at(86_399_999)) == known)
        #expect(cache.addresses(for: Self.query("b"), at: Self.at(0)) == nil)
        #expect(cache.addresses(for: Self.query("a"), at: Self.at(86_400_000)) == nil)
        #expect(cache.count == 0)
    }

    @Test mutating func `an answer from a clock that was set back does not count`() {
        cache.keep([], for: Self.query("a"), at: Self.at(1000))
        #expect(cache.addresses(for: Self.query("a"), at: Self.at(999)) == nil)
    }

    @Test mutating func `the one that was not asked for the longest goes`() {
        for number in 0..<AddressCache.most { cache.keep([], for: Self.query("\(number)"), at: Self.at(0)) }
        #expect(cache.addresses(for: Self.query("0"), at: Self.at(1)) == [])
        cache.keep([], for: Self.query("new"), at: Self.at(1))
        #expect(cache.count == AddressCache.most)
        #expect(cache.addresses(for: Self.query("0"), at: Self.at(1)) == [])
        #expect(cache.addresses(for: Self.query("1"), at: Self.at(1)) == nil)
    }
}
