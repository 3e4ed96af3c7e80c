import GeofenceCore

/// Writes a page of a report as JSON; on a thread of its own.
///
/// A page holds whole devices; of one that alone has more than there is room for, as much as there is.
struct ReportAnswer {
    /// Milliseconds after which what is left is for the next page.
    static let patience: Int64 = 2000

    private let question: ReportQuestion
    private let page: ReportPage
    private var rows: [[UInt8]] = []
    private var bytes = 0
    /// The last device of this page, where there are more.
    private var next: Identifier?
    private var isTruncated = false

    private init(_ question: ReportQuestion, _ page: ReportPage) {
        (self.question, self.page) = (question, page)
    }

    /// The answer's `data`.
    static func answer(
        _ question: ReportQuestion,
        _ page: ReportPage,
        path: String
    ) -> Result<[UInt8], RequestProblem> {
        var answer = ReportAnswer(question, page)
        do throws(HistoryReader.Failure) {
            let reader = try HistoryReader(path: path)
            if let id = question.device {
                guard let device = try reader.device(id) else {
                    return .failure(RequestProblem("\(PastAnswer.Failure.unknown(id))"))
                }
                try answer.read([device], reader)
            } else {
                let devices = try reader.devices()
                try answer.read(
                    devices.filter { device in page.after.map { device.id > $0 } ?? true },
                    reader
                )
            }
        } catch {
            return .failure(RequestProblem("\(error)"))
        }
        return .success(answer.json)
    }

    private mutating func read(
        _ devices: [HistoryDevice],
        _ reader: HistoryReader
    ) throws(HistoryReader.Failure) {
        let end = Clock.uptime + Self.patience
        let report = FleetReport(question: question, reader: reader) { Clock.uptime < end }
        var last: Identifier?
        for device in devices {
            let found = try report.rows(of: device)
            let (count, size) = (rows.count, bytes)
            guard add(found.rows), !found.isTruncated else {
                if let last {
                    // What does not fit behind others is whole on the next page.
                    rows.removeLast(rows.count - count)
                    (bytes, next) = (size, last)
                } else {
                    isTruncated = true
                    next = device.id == devices.last?.id ? nil : device.id
                }
                return
            }
            last = device.id
        }
    }

    /// Adds rows as far as they fit; says whether all do.
    private mutating func add(_ new: [ReportRow]) -> Bool {
        for row in new {
            let object = ReportJSON.object(row, by: question.by)
            guard rows.count < page.limit, bytes + object.count + 1 <= page.bytes else { return false }
            rows.append(object)
            bytes += object.count + 1
        }
        return true
    }

    private var json: [UInt8] {
        JSONWriter.object { json in
            json.member("by", question.by.rawValue)
            json.member("timezone", question.zone.name)
            json.member("from", question.range.from)
            json.member("to", question.range.to)
            json.member("rows", json: JSONWriter.array(rows))
            if let next { json.member("next", next.description) }
            if isTruncated { json.member("truncated", true) }
        }
    }
}
