import GeofenceCore

/// Rows of a report as lines of a table; times have the offset of their zone.
struct ReportCSV {
    let by: ReportPeriod
    let face: ClockFace

    var header: String {
        switch by {
        case .day, .week:
            "device,\(by.rawValue),fence,first in,last out,visits,inside (s),distance (m)"
        case .trip: "device,from,to,start,end,duration (s),distance (m)"
        }
    }

    func line(_ row: ReportRow) -> String {
        switch row {
        case .period(let row):
            let texts = [row.device.description, ClockFace.date(ofDay: row.day), row.fence ?? ""]
            let times = [row.firstIn, row.lastOut].map { $0.map(face.iso8601) ?? "" }
            let numbers = ["\(row.visits)", "\(row.inside / 1000)", Figures.fixed(row.distance, 0)]
            return (texts.map(CSVCell.text) + times + numbers).joined(separator: ",")
        case .trip(let row):
            let texts = [row.device.description, row.from, row.to].map(CSVCell.text)
            let times = [row.start, row.end].map(face.iso8601)
            let seconds = row.end.millisecondsSince(row.start) / 1000
            return (texts + times + ["\(seconds)", Figures.fixed(row.distance, 0)]).joined(separator: ",")
        }
    }
}
