import GeofenceCore
import Testing

/// Home and work.
@Suite struct ZoneLabelTests {
    @Test func `three weeks of nights at home and days at work`() throws {
        let zones = try zones(.weeks)
        // The gym of an hour a week is neither.
        #expect(zones.map(\.labels) == [[.work], [.home], [.other]])
        #expect(zones[0].scores.work == 1 && zones[1].scores.home > 0.8)
        #expect(zones.map(\.visits) == [30, 21, 3])
    }

    /// A phone calls two of them work, since they are in the hours from 9 to 17; that is no habit yet.
    @Test(arguments: [ZoneTable.single, .merged])
    func `one or two stays are neither`(_ table: ZoneTable) throws {
        #expect(try zones(table).allSatisfy { $0.labels == [.other] })
    }

    /// Two hours from 2:00 on, and two from 14:00 on, for days on end.
    @Test func `nobody lives where no night was slept`() throws {
        #expect(try zones(.overlapping).allSatisfy { !$0.labels.contains(.home) && $0.scores.home == 0 })
    }

    @Test func `home while another zone shares its hours is no work place`() throws {
        let zones = try zones(.weeks)
        for zone in zones where zone.labels.contains(.home) { #expect(zone.scores.work == 0) }
    }

    @Test func `a night worker's home is where the days off are`() throws {
        var map = ZoneMap()
        let visits = try VisitRow()
        func stay(_ from: Double, _ until: Double, east: Double) {
            var visit = visits.visit(day: 0, east: east)
            visit.arrival = Timestamp(milliseconds: 1_767_571_200_000 + Int64(from * 3_600_000))
            visit.departure = Timestamp(milliseconds: 1_767_571_200_000 + Int64(until * 3_600_000))
            _ = map.add(visit)
        }
        for week in 0..<4 {
            var free = Double(week) * 168
            for day in 0..<5 {
                let shift = Double(week * 168 + day * 24 + 22)
                stay(free, shift - 1, east: 0)
                stay(shift, shift + 8, east: 4000)
                free = shift + 9
            }
            stay(free, Double(week) * 168 + 167.5, east: 0)
        }
        #expect(map.zones(in: .utc).map(\.labels) == [[.home], [.work]])
    }

    private func zones(_ table: ZoneTable) throws -> [Zone] {
        var map = ZoneMap()
        for row in table.visits { _ = map.add(try Visit(row: row)) }
        return map.zones(in: .utc)
    }
}
