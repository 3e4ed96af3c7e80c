import GRDB
import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// Days, weeks and trips out of a history.
@Suite struct ReportTests {
    private let folder: StoreFolder
    private let berlin: TimeZoneTable

    init() throws {
        folder = try StoreFolder()
        berlin = try TimeZoneFiles(environment: [:]).table("Europe/Berlin")
    }

    private static func time(_ text: String) throws -> Timestamp {
        try #require(Timestamp(iso8601UTC: "2026-11-\(text):00".utf8), "\(text)")
    }

    /// An event; the enter of an exit is named by its visit.
    private static func event(
        _ kind: String,
        _ fence: String,
        _ time: String,
        since start: String? = nil,
        late: Bool = false
    ) throws -> HistoryEvent {
        let device = try Identifier("van")
        let moment = try Self.time(time)
        let visit = "van/\(fence)/\(try start.map(Self.time)?.iso8601 ?? moment.iso8601)"
        let json = JSONWriter.object { json in
            json.member("event", kind)
            json.member("fence", fence)
            json.member("visit", visit)
            if late { json.member("late", true) }
        }
        return HistoryEvent(device: device, time: moment.milliseconds, id: "\(visit)/\(kind)", payload: json)
    }

    /// Positions each minute, so many 10⁻⁷ degrees of latitude apart: 1,000 are 11.1 m.
    private static func drive(_ start: String, minutes: Int, step: Int32 = 10_000) throws -> [HistoryPosition]
    {
        let beginning = try time(start).milliseconds
        return (0..<minutes).map { minute in
            HistoryPosition(
                time: beginning + Int64(minute) * 60_000,
                latitude: 520_000_000 + Int32(minute) * step,
                longitude: 130_000_000,
                accuracy: 800
            )
        }
    }

    private func report(
        _ events: [HistoryEvent],
        _ positions: [HistoryPosition] = [],
        by: ReportPeriod = .day,
        zone: TimeZoneTable = .utc,
        from: String = "01T00:00",
        to: String = "30T00:00",
        fence: String? = nil
    ) throws -> [String] {
        var batch = Batch()
        batch.history.events = events
        batch.history.positions = [(try Identifier("van"), positions)]
        try folder.openWithHistory().commit(batch, time: 1)
        let range = HistoryRange(from: try Self.time(from), to: try Self.time(to))
        var question = ReportQuestion(by: by, zone: zone, range: range)
        question.fence = try fence.map { try Identifier($0) }
        let reader = try HistoryReader(path: folder.path)
        let report = FleetReport(question: question, reader: reader)
        let writer = ReportWriter(format: .csv, by: by, face: ClockFace(zone: zone))
        var lines: [String] = []
        for device in try reader.devices() {
            let found = try report.rows(of: device)
            #expect(!found.isTruncated)
            lines += String(decoding: writer.lines(found.rows), as: UTF8.self).split(separator: "\n")
                .map(String.init)
        }
        return lines
    }

    @Test func `a visit over midnight counts where it began, and its time on each day`() throws {
        let events = [
            try Self.event("enter", "depot", "20T22:00"),
            try Self.event("exit", "depot", "21T06:30", since: "20T22:00"),
        ]
        #expect(
            try report(events, fence: "depot") == [
                "van,2026-11-20,depot,2026-11-20T22:00:00Z,,1,7200,0",
                "van,2026-11-21,depot,,2026-11-21T06:30:00Z,0,23400,0",
            ]
        )
        // In Berlin it is an hour later.
        #expect(
            try report(events, zone: berlin, fence: "depot") == [
                "van,2026-11-20,depot,2026-11-20T23:00:00+01:00,,1,3600,0",
                "van,2026-11-21,depot,,2026-11-21T07:30:00+01:00,0,27000,0",
            ]
        )
        #expect(
            try report(events, by: .week, fence: "depot") == [
                "van,2026-11-16,depot,2026-11-20T22:00:00Z,2026-11-21T06:30:00Z,1,30600,0"
            ]
        )
    }

    @Test func `who is inside where the range begins is known by the last event of each fence before`() throws
    {
        let events = [
            try Self.event("enter", "yard", "02T06:00"),
            try Self.event("enter", "depot", "03T06:00"),
            try Self.event("exit", "depot", "03T07:00", since: "03T06:00"),
            try Self.event("dwell-300", "yard", "02T06:05", since: "02T06:00"),
            try Self.event("enter", "gate", "04T06:00"),
            try Self.event("exit", "gate", "04T07:00", since: "04T06:00"),
            // Found late: it says nothing of what came afterwards.
            try Self.event("enter", "gate", "04T06:30", late: true),
            try Self.event("exit", "yard", "21T08:00", since: "02T06:00"),
            try Self.event("enter", "shed", "01T06:00"),
        ]
        #expect(
            try report(events, from: "20T00:00", to: "22T00:00") == [
                "van,2026-11-20,,,,0,86400,0", "van,2026-11-20,shed,,,0,86400,0",
                "van,2026-11-20,yard,,,0,86400,0", "van,2026-11-21,,,2026-11-21T08:00:00Z,0,86400,0",
                "van,2026-11-21,shed,,,0,86400,0", "van,2026-11-21,yard,,2026-11-21T08:00:00Z,0,28800,0",
            ]
        )
    }

    /// They may be hundreds of thousands.
    @Test func `of earlier events only the last one of each fence is read`() throws {
        let events = [
            try Self.event("enter", "depot", "02T06:00"),
            try Self.event("exit", "depot", "02T07:00", since: "02T06:00"),
            try Self.event("enter", "gate", "02T08:00"),
            try Self.event("exit", "depot", "03T07:00", since: "03T06:00"),
        ]
        var batch = Batch()
        batch.history.events = events
        try folder.openWithHistory().commit(batch, time: 1)
        try DatabaseQueue(path: folder.path).write { db in
            try db.execute(
                sql: "UPDATE event SET payload = 1 WHERE id IN (?, ?)",
                arguments: [events[0].id, events[1].id]
            )
        }
        let range = HistoryRange(from: try Self.time("20T00:00"), to: try Self.time("21T00:00"))
        let reader = try HistoryReader(path: folder.path)
        let report = FleetReport(question: ReportQuestion(range: range), reader: reader)
        let found = try report.rows(of: #require(try reader.devices().first))
        let fences = found.rows.map { row in if case .period(let row) = row { row.fence } else { "trip" } }
        #expect(fences == [nil, "gate"])
    }

    @Test func `first in and last out are of all visits of a day, and fences that overlap count once`() throws
    {
        let events = [
            try Self.event("enter", "depot", "20T06:00"),
            try Self.event("enter", "gate", "20T06:30"),
            try Self.event("exit", "depot", "20T07:00", since: "20T06:00"),
            try Self.event("exit", "gate", "20T07:30", since: "20T06:30"),
            try Self.event("enter", "depot", "20T12:00"),
            try Self.event("exit", "depot", "20T12:10", since: "20T12:00"),
        ]
        #expect(
            try report(events) == [
                "van,2026-11-20,,2026-11-20T06:00:00Z,2026-11-20T12:10:00Z,3,6000,0",
                "van,2026-11-20,depot,2026-11-20T06:00:00Z,2026-11-20T12:10:00Z,2,4200,0",
                "van,2026-11-20,gate,2026-11-20T06:30:00Z,2026-11-20T07:30:00Z,1,3600,0",
            ]
        )
    }

    @Test func `who is inside where the range begins or ends counts within it`() throws {
        let events = [
            try Self.event("enter", "depot", "10T00:00"),
            try Self.event("exit", "depot", "20T01:00", since: "10T00:00"),
            try Self.event("enter", "yard", "20T22:00"),
        ]
        #expect(
            try report(events, from: "20T00:00", to: "20T23:00") == [
                "van,2026-11-20,,2026-11-20T22:00:00Z,2026-11-20T01:00:00Z,1,7200,0",
                "van,2026-11-20,depot,,2026-11-20T01:00:00Z,0,3600,0",
                "van,2026-11-20,yard,2026-11-20T22:00:00Z,,1,3600,0",
            ]
        )
    }

    @Test func `a visit that began without an event is known by its exit, a late one by itself`() throws {
        let events = [
            try Self.event("exit", "depot", "20T05:00", since: "20T02:00"),
            try Self.event("enter", "depot", "20T08:00"),
            try Self.event("enter", "depot", "20T08:30", late: true),
            try Self.event("exit", "depot", "20T08:40", since: "20T08:30", late: true),
            try Self.event("exit", "depot", "20T09:00", since: "20T08:00"),
        ]
        #expect(
            try report(events, fence: "depot") == [
                "van,2026-11-20,depot,2026-11-20T02:00:00Z,2026-11-20T09:00:00Z,3,15000,0"
            ]
        )
    }

    @Test func `the way is all of the day's, and of a fence that inside`() throws {
        let events = [
            try Self.event("enter", "depot", "20T06:30"),
            try Self.event("exit", "depot", "20T06:40", since: "20T06:30"),
        ]
        // 60 minutes at 111.25 m a minute, and a parked hour that wanders.
        var positions = try Self.drive("20T06:00", minutes: 60)
        let last = try #require(positions.last)
        positions += try Self.drive("20T07:00", minutes: 60, step: 0).enumerated().map { index, row in
            var row = row
            row.latitude = last.latitude + (index.isMultiple(of: 2) ? 1500 : 0)
            return row
        }
        #expect(
            try report(events, positions) == [
                "van,2026-11-20,,2026-11-20T06:30:00Z,2026-11-20T06:40:00Z,1,600,6565",
                "van,2026-11-20,depot,2026-11-20T06:30:00Z,2026-11-20T06:40:00Z,1,600,1001",
            ]
        )
        #expect(try report([], positions, from: "20T06:30").first?.hasSuffix(",1,600,3227") == true)
    }

    @Test func `a trip lies between two visits`() throws {
        let events = [
            try Self.event("enter", "north", "20T05:00"),
            try Self.event("enter", "gate", "20T05:10"),
            try Self.event("exit", "gate", "20T06:05", since: "20T05:10"),
            try Self.event("exit", "north", "20T06:10", since: "20T05:00"),
            try Self.event("enter", "south", "20T06:20"),
            try Self.event("exit", "south", "20T06:50", since: "20T06:20"),
            try Self.event("enter", "south", "20T06:55"),
        ]
        let positions = try Self.drive("20T06:00", minutes: 60)
        let trips = [
            "van,north,south,2026-11-20T06:10:00Z,2026-11-20T06:20:00Z,600,1224",
            "van,south,south,2026-11-20T06:50:00Z,2026-11-20T06:55:00Z,300,668",
        ]
        #expect(try report(events, positions, by: .trip) == trips)
        #expect(try report(events, by: .trip, fence: "north") == Array(trips.prefix(1)))
        #expect(try report(events, by: .trip, from: "20T06:11") == Array(trips.suffix(1)))
    }

    @Test func `a visit of a century has no more rows than there is room for`() throws {
        let visit = FenceVisit(fence: "a", start: 0, end: .max / 2)
        let calendar = ReportCalendar(zone: .utc, isWeekly: false)
        var report = PeriodReport(try Identifier("van"), [visit], in: HistoryRange(), calendar)
        #expect(report.isTruncated)
        #expect(report.rows(of: try Identifier("a")).count == PeriodReport.most)
    }

    @Test func `more visits than there is room for are said to be left out`() throws {
        var ledger = VisitLedger(from: .distantPast)
        let row = try Self.event("exit", "depot", "20T05:00", since: "20T02:00")
        for _ in 0...VisitLedger.most { ledger.add(row) }
        #expect(ledger.isFull && ledger.visits.count == VisitLedger.most)
    }

    @Test(arguments: ["{", "[]", "{}", #"{"fence":1,"event":"enter"}"#, #"{"group":"g","event":"enter"}"#])
    func `what is no event of a fence is passed over`(_ payload: String) throws {
        var ledger = VisitLedger(from: .distantPast)
        let row = HistoryEvent(device: try Identifier("van"), time: 0, id: "", payload: Array(payload.utf8))
        ledger.add(row)
        ledger.finish(at: .distantFuture)
        #expect(ledger.visits.isEmpty)
    }

    @Test func `a table and JSON say the same`() throws {
        let row = PeriodRow(
            device: try Identifier("van"),
            day: try Self.time("20T00:00").day,
            fence: "depot",
            firstIn: try Self.time("20T05:00"),
            isOpen: true,
            visits: 2,
            inside: 3_900_000,
            distance: 1234
        )
        let table = ReportTable(by: .day, face: ClockFace(zone: berlin))
        #expect(
            [table.header, table.line(.period(row))] == [
                "DEVICE            DAY (Europe/Berlin)  FENCE                 FIRST IN  LAST OUT  VISITS  INSIDE       DISTANCE",
                "van               2026-11-20           depot                 06:00:00  inside    2       1 h 05 min   1.2 km",
            ]
        )
        #expect(
            String(decoding: ReportJSON.object(.period(row), by: .week), as: UTF8.self)
                == #"{"device":"van","week":"2026-11-20","fence":"depot","firstIn":"2026-11-20T05:00:00.000Z","open":true,"visits":2,"timeInside":3900,"distance":1234}"#
        )
    }
}
