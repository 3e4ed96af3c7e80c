import GeofenceCore
import Testing

/// Which offset counts when, and what is no table.
@Suite struct TimeZoneTableTests {
    @Test(arguments: [
        ("2024-01-01T00:00:00Z", 3600), ("2026-03-29T00:59:59.999Z", 3600), ("2026-03-29T01:00:00Z", 7200),
        ("2026-10-25T00:59:59.999Z", 7200), ("2026-10-25T01:00:00Z", 3600), ("2100-07-01T00:00:00Z", 3600),
    ])
    func `offsets`(_ time: String, _ offset: Int) throws {
        #expect(try ZoneClocks.berlin.table().offset(at: .iso(time)) == offset)
    }

    @Test(arguments: [Timestamp.distantPast, .distantFuture])
    func `offsets at the ends of time`(_ time: Timestamp) throws {
        #expect(try ZoneClocks.berlin.table().offset(at: time) == 3600)
        #expect(TimeZoneTable.utc.offset(at: time) == 0)
    }

    @Test(
        arguments: [
            ([(0, 93_601)], "an offset of 93601 seconds is not within 26 hours of UTC"),
            ([(0, .min)], "an offset of -9223372036854775808 seconds is not within 26 hours of UTC"),
            ([(1, 0)], "the clocks can't change at 1970-01-01T00:00:00.001Z, which is no whole second"),
            (
                [(1000, 0), (1000, 60)],
                "the change at 1970-01-01T00:00:01.000Z is not later than the one before it"
            ),
        ] as [([(Int64, Int)], String)]
    )
    func `no table`(_ changes: [(Int64, Int)], _ text: String) {
        let error = #expect(throws: TimeZoneTableError.self) {
            try TimeZoneTable(
                name: "X",
                firstOffset: 0,
                changes: changes.map { .init(from: Timestamp(milliseconds: $0.0), offset: $0.1) }
            )
        }
        #expect(error?.description == text)
    }

    @Test(arguments: [
        ("2026-07-01T12:00:00.250Z", "2026-07-01T10:00:00.250Z"),
        // Skipped: the moment of the jump.
        ("2026-03-29T02:30:00.250Z", "2026-03-29T01:00:00Z"),
        ("2026-03-29T02:00:00Z", "2026-03-29T01:00:00Z"),
        ("2026-03-29T01:59:59.999Z", "2026-03-29T00:59:59.999Z"),
        // Shown twice: the first of the two.
        ("2026-10-25T02:30:00Z", "2026-10-25T00:30:00Z"), ("1960-01-01T00:00:00Z", "1959-12-31T23:00:00Z"),
    ])
    func `the moment that the clock shows`(_ local: String, _ moment: String) throws {
        #expect(try ZoneClocks.berlin.table().firstMoment(showing: .iso(local)) == .iso(moment))
    }

    @Test(arguments: [Timestamp.distantPast, .distantFuture])
    func `the moment that the clock shows at the ends of time`(_ time: Timestamp) throws {
        let moment = try ZoneClocks.berlin.table().firstMoment(showing: time)
        #expect(abs(moment.millisecondsSince(time)) <= 3_601_000)
    }

    @Test func `no first offset`() {
        #expect(throws: TimeZoneTableError.offset(-93_601)) {
            try TimeZoneTable(name: "X", firstOffset: -93_601, changes: [])
        }
    }
}
