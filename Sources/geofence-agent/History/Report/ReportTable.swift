import GeofenceCore

/// Rows of a report as lines for a person.
struct ReportTable {
    let by: ReportPeriod
    let face: ClockFace

    var header: String {
        switch by {
        case .day, .week:
            line([
                "DEVICE", face.title(by == .day ? "DAY" : "WEEK OF"), "FENCE", "FIRST IN", "LAST OUT",
                "VISITS", "INSIDE", "DISTANCE",
            ])
        case .trip:
            line(["DEVICE", "FROM", "TO", face.title("START"), "END", "DURATION", "DISTANCE"])
        }
    }

    func line(_ row: ReportRow) -> String {
        switch row {
        case .period(let row): line(row)
        case .trip(let row): line(row)
        }
    }

    private func line(_ row: PeriodRow) -> String {
        line([
            row.device.description, ClockFace.date(ofDay: row.day), row.fence ?? "(all)",
            row.firstIn.map(time) ?? "-", row.isOpen ? "inside" : row.lastOut.map(time) ?? "-",
            "\(row.visits)", Figures.duration(milliseconds: row.inside), Figures.distance(row.distance),
        ])
    }

    private func line(_ row: TripRow) -> String {
        let duration = Figures.duration(milliseconds: row.end.millisecondsSince(row.start))
        return line([
            row.device.description, row.from, row.to, face.text(row.start), face.text(row.end), duration,
            Figures.distance(row.distance),
        ])
    }

    /// Of a day the time alone.
    private func time(_ time: Timestamp) -> String {
        let text = face.text(time)
        return by == .day ? String(text.dropFirst("2026-11-20 ".utf8.count)) : text
    }

    /// Rows come one by one, so that the widths are fixed; a zone is as wide as its name.
    private func line(_ cells: [String]) -> String {
        let widths: [Int]
        switch by {
        case .day, .week:
            let date = max(10, face.title(by == .day ? "DAY" : "WEEK OF").columns)
            let time = by == .day ? 8 : 19
            widths = [16, date, 20, time, time, 6, 11]
        case .trip: widths = [16, 20, 20, max(19, face.title("START").columns), 19, 11]
        }
        return TextTable.line(cells.map(\.printable), widths)
    }
}
