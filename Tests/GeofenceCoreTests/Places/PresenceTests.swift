import Testing

@testable import GeofenceCore

/// Hours of the local week.
@Suite struct PresenceTests {
    @Test func `parts of hours count by their share`() throws {
        // A Monday.
        let presence = try presence("2026-01-05T10:10:00Z", "2026-01-05T12:05:00Z", .utc)
        let shares: [Double] = [50 / 60, 1, 5 / 60]
        #expect(presence.hours(10...12) == shares)
        #expect(presence.week.filter { $0 > 0 }.count == 3)
    }

    @Test func `hours are local`() throws {
        let berlin = try ZoneClocks.berlin.table()
        let winter = try presence("2026-01-05T10:00:00Z", "2026-01-05T11:00:00Z", berlin)
        #expect(winter.hours(10...12) == [0, 1, 0])
        let summer = try presence("2026-07-06T10:00:00Z", "2026-07-06T11:00:00Z", berlin)
        #expect(summer.hours(10...12) == [0, 0, 1])
    }

    @Test func `an hour that the clock shows twice counts twice, a skipped one not`() throws {
        let berlin = try ZoneClocks.berlin.table()
        let autumn = try presence("2026-10-24T23:00:00Z", "2026-10-25T03:00:00Z", berlin)
        #expect(autumn.hours(145...149) == [1, 2, 1, 0, 0])
        let spring = try presence("2026-03-29T00:00:00Z", "2026-03-29T03:00:00Z", berlin)
        #expect(spring.hours(145...149) == [1, 0, 1, 1, 0])
        let half = try presence("2026-04-04T14:30:00Z", "2026-04-04T16:00:00Z", ZoneClocks.lordHowe.table())
        #expect(half.week.reduce(0, +) == 1.5)
    }

    @Test func `weeks of different years are different, and a week across the new year is one`() throws {
        let stays = [
            ("2025-12-31T12:00:00Z", "2026-01-02T12:00:00Z"),
            ("2026-12-31T12:00:00Z", "2026-12-31T13:00:00Z"),
        ]
        let ranges = try stays.map { try range($0.0, $0.1) }
        let presence = Presence(ranges, .utc)
        #expect(presence.weeks.count == 2)
        #expect(presence.seconds == 49 * 3600)
    }

    @Test func `a stay of two weeks fills the week twice`() throws {
        let presence = try presence("2026-01-07T00:00:00Z", "2026-01-21T00:00:00Z", .utc)
        #expect(presence.week == [Double](repeating: 2, count: 168))
        #expect(presence.weeks.count == 3)
    }

    private func presence(_ from: String, _ until: String, _ zone: TimeZoneTable) throws -> Presence {
        Presence([try range(from, until)], zone)
    }

    private func range(_ from: String, _ until: String) throws -> Range<Int64> {
        let (start, end) = (try Timestamp.iso(from), try Timestamp.iso(until))
        return start.wholeSeconds..<end.wholeSeconds
    }
}

extension Presence {
    fileprivate func hours(_ hours: ClosedRange<Int>) -> [Double] { Array(week[hours]) }
}
