import GeofenceCore
import Testing

/// What a phone's own detector finds is found here too, and no later.
@Suite struct VisitFloorTests {
    @Test func `a day`() throws {
        #expect(try visits(.day, VisitRules()) == [[0, 2340], [3510, 7110], [8010, 8610]])
    }

    @Test(arguments: [(VisitTable.day, 150.0), (.jump, 15)])
    func `every visit that lasts long enough`(_ table: VisitTable, _ least: Double) throws {
        let rules = try VisitRules(minDuration: least, leaveAfter: table == .jump ? 2 : 60)
        let found = try visits(table, rules)
        let end = try #require(table.fixes.last?.first)
        for visit in table.found where (visit.departure ?? end) - visit.arrival >= least {
            let match = found.first { $0[0] <= visit.arrival && $0[1] >= (visit.departure ?? end) }
            #expect(match != nil, "\(visit) is none of \(found)")
        }
        #expect(found.count == table.found.count)
    }

    private func visits(_ table: VisitTable, _ rules: VisitRules) throws -> [[Double]] {
        var track = try VisitTrack()
        track.rules = rules
        for fix in table.fixes {
            let place = try Coordinate(latitude: fix[1], longitude: fix[2])
            let time = Timestamp(milliseconds: 1_700_000_000_000 + Int64(fix[0]) * 1000)
            track.fixes.append((Fix(coordinate: place, accuracy: fix[3]), time))
        }
        return track.stays()
    }
}
