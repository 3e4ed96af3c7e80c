import GeofenceCore

/// How a report is written.
enum ReportFormat: String, CaseIterable, Hashable, Sendable {
    /// Columns for a person.
    case table
    /// A header and a line a row, for a spreadsheet.
    case csv
    /// One JSON object a line.
    case json
}

/// Writes the rows of a report in one of the formats.
struct ReportWriter {
    let format: ReportFormat
    let by: ReportPeriod
    let face: ClockFace

    /// What stands in front of the rows.
    var header: [UInt8] {
        switch format {
        case .table: Self.line(ReportTable(by: by, face: face).header)
        case .csv: Self.line(ReportCSV(by: by, face: face).header)
        case .json: []
        }
    }

    /// Rows, each with its line feed.
    func lines(_ rows: [ReportRow]) -> [UInt8] {
        var bytes: [UInt8] = []
        for row in rows {
            switch format {
            case .table: bytes += Self.line(ReportTable(by: by, face: face).line(row))
            case .csv: bytes += Self.line(ReportCSV(by: by, face: face).line(row))
            case .json: bytes += ReportJSON.object(row, by: by) + [0x0A]
            }
        }
        return bytes
    }

    private static func line(_ text: String) -> [UInt8] { Array("\(text)\n".utf8) }
}
