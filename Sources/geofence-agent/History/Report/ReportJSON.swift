import GeofenceCore

/// Rows of a report as JSON objects: times in UTC, durations in seconds, ways in metres.
enum ReportJSON {
    static func object(_ row: ReportRow, by period: ReportPeriod) -> [UInt8] {
        switch row {
        case .period(let row): object(row, by: period)
        case .trip(let row): object(row)
        }
    }

    private static func object(_ row: PeriodRow, by period: ReportPeriod) -> [UInt8] {
        JSONWriter.object { json in
            json.member("device", row.device.description)
            let date = ClockFace.date(ofDay: row.day)
            if period == .week { json.member("week", date) } else { json.member("day", date) }
            if let fence = row.fence { json.member("fence", fence) }
            if let firstIn = row.firstIn { json.member("firstIn", firstIn) }
            if let lastOut = row.lastOut { json.member("lastOut", lastOut) }
            if row.isOpen { json.member("open", true) }
            json.member("visits", row.visits)
            json.member("timeInside", milliseconds: row.inside)
            json.member("distance", row.distance.rounded())
        }
    }

    private static func object(_ row: TripRow) -> [UInt8] {
        JSONWriter.object { json in
            json.member("device", row.device.description)
            json.member("from", row.from)
            json.member("to", row.to)
            json.member("start", row.start)
            json.member("end", row.end)
            json.member("duration", milliseconds: row.end.millisecondsSince(row.start))
            json.member("distance", row.distance.rounded())
        }
    }
}
