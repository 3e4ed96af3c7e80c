import BenchmarkSupport
import GeofenceCore
import Testing

@testable import geofence_agent

/// Compiled time zones as bytes.
@Suite struct TimeZoneFileTests {
    @Test(arguments: [
        ("CET-1CEST,M3.5.0,M10.5.0/3", ["2027-03-28T01:00:00.000Z 7200", "2027-10-31T01:00:00.000Z 3600"]),
        ("EST5EDT,M3.2.0,M11.1.0", ["2027-03-14T07:00:00.000Z -14400", "2027-11-07T06:00:00.000Z -18000"]),
        (
            "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0",
            ["2027-04-03T15:00:00.000Z 37800", "2027-10-02T15:30:00.000Z 39600"]
        ),
        // The Saturday before the last Sunday of March, by hours below 0; day 60 of the year without 29
        // February.
        (
            "<-02>2<-01>,M3.5.0/-1,M10.5.0/0",
            ["2027-03-28T01:00:00.000Z -3600", "2027-10-31T01:00:00.000Z -7200"]
        ),
        ("AAA0BBB,J60/0,J365/24", ["2027-03-01T00:00:00.000Z 3600", "2027-12-31T23:00:00.000Z 0"]),
        ("AAA0BBB,59/0,M12.5.5/2:30:15", ["2027-03-01T00:00:00.000Z 3600", "2027-12-31T01:30:15.000Z 0"]),
    ])
    func `the rule that goes on`(_ rule: String, _ changes: [String]) throws {
        let first: Int32 = rule.hasPrefix("CET") ? 3600 : 0
        let table = try #require(
            TimeZoneFile(ZoneFileBytes(firstOffset: first, footer: rule).bytes)?.table(name: "X")
        )
        let found = table.changes.map { "\($0.from.iso8601) \($0.offset)" }
        #expect(found.filter { $0.hasPrefix("2027") } == changes)
        #expect(found.last?.hasPrefix("2100-") == true)
    }

    @Test func `changes before 1970 give the first offset, and those that change nothing go`() throws {
        let file = ZoneFileBytes(
            firstOffset: 100,
            changes: [(-9000, 200), (-1, 3600), (5, 3600), (10, 7200), (20, -60)],
            footer: "<-01>0:01"
        )
        let table = try #require(TimeZoneFile(file.bytes)?.table(name: "X"))
        let changes = [(10_000, 7200), (20_000, -60)].map {
            TimeZoneTable.Change(from: Timestamp(milliseconds: $0.0), offset: $0.1)
        }
        #expect(table == (try TimeZoneTable(name: "X", firstOffset: 3600, changes: changes)))
    }

    @Test(arguments: [
        "CET", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0", "CET-1CEST,M3.6.0,M10.5.0",
        "CET-1CEST,M3.5.7,M10.5.0", "CET-1CEST,J0,J5", "CET-1CEST,366,5", "CET-168", "CET-1:60", "<CET-1",
        "CE-1", "CET-1CEST,M3.5.0,M10.5.0x", "CET-1CEST,M3.5.0,M10.5.0/168",
    ])
    func `a rule that is none`(_ rule: String) {
        #expect(TimeZoneFile(ZoneFileBytes(footer: rule).bytes) == nil)
    }

    @Test func `files that can't be`() {
        let file = ZoneFileBytes(changes: [(5, 60)], footer: "AAA0").bytes
        for end in file.indices { #expect(TimeZoneFile(Array(file[..<end])) == nil, "cut at \(end)") }
        #expect(TimeZoneFile(ZoneFileBytes(version: 0).bytes) == nil)
        #expect(TimeZoneFile(ZoneFileBytes(leapCount: 1).bytes) == nil)
        for changes in [[(5, 60), (5, 0)], [(Int64.max, 60)], [(5, 99_999)]] as [[(Int64, Int32)]] {
            #expect(TimeZoneFile(ZoneFileBytes(changes: changes).bytes)?.table(name: "X") == nil)
        }
    }

    /// Ends of ranges, digits, letters and signs of the rules; the others with more rounds.
    @Test(
        arguments: Rounds.times(1) > 1
            ? Array(0...255) : [0, 1, 2, 43, 44, 45, 48, 57, 60, 77, 127, 128, 255]
    )
    func `any byte may be damaged`(_ byte: UInt8) {
        let file = ZoneFileBytes(changes: [(5, 60)], footer: "CET-1CEST,M3.5.0,M10.5.0/3").bytes
        for index in file.indices {
            var damaged = file
            damaged[index] = byte
            _ = TimeZoneFile(damaged)?.table(name: "X")
        }
    }
}
