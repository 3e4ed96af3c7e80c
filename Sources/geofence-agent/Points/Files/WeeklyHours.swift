import GeofenceCore

/// Opening hours as Woosmap writes them:
/// `{"timezone": …, "usual": {"1": [{"start": "08:30", "end": "19:00"}], "default": […]}, "special":
/// {"2026-12-25": []}}`.
///
/// Day 1 is Monday; a day that isn't named has the hours under `default`, and is closed where there are none;
/// `all-day` is the whole day.
struct WeeklyHours {
    private let zone: JSONNode?
    private let usual: JSONNode?
    private let special: JSONNode?

    /// What can't be read, and where.
    private struct Problem: Error {
        let position: TextPosition
        let message: String

        init(_ message: String, _ node: JSONNode) {
            (self.message, position) = (message, node.position)
        }
    }

    /// Nil where it is nothing of the sort.
    init?(_ node: JSONNode) {
        guard case .object(let members) = node.value, !members.isEmpty else { return nil }
        zone = Self.said(node.member("timezone"))
        usual = Self.said(node.member("usual"))
        special = Self.said(node.member("special"))
    }

    /// The same as rules; nil, with a note in the report, where the zone or a usual time can't be read.
    ///
    /// A day under `special` that can't be read is reported, and has the usual hours.
    func clocks(_ intake: inout PointImporter) -> PointTable.Clocks? {
        do throws(Problem) {
            let table = try zone.map { node throws(Problem) in try Self.table(node, &intake) }
            let week = try week()
            let rules = week + specialDays(&intake)
            let zone = table ?? intake.settings.timeZone
            return zone.map { PointTable.Clocks(hours: OpeningHours(rules: rules), zone: $0) }
        } catch {
            let message = "opening hours: \(error.message); whether it is open is not told"
            intake.noteHours(message, at: error.position)
            return nil
        }
    }

    private static func table(_ node: JSONNode, _ intake: inout PointImporter) throws(Problem)
        -> TimeZoneTable
    {
        guard let name = node.text else { throw Problem("\"timezone\" is no text", node) }
        do {
            return try intake.reading.timeZones.table(name)
        } catch {
            throw Problem("\(error)", node)
        }
    }

    private func week() throws(Problem) -> [OpeningHours.Rule] {
        guard let usual else { return try Self.week { _ in nil } }
        guard case .object = usual.value else {
            throw Problem("\"usual\" is no object with the days \"1\" to \"7\"", usual)
        }
        return try Self.week { usual.member("\($0)") ?? usual.member("default") }
    }

    private static func week(_ spans: (Int) -> JSONNode?) throws(Problem) -> [OpeningHours.Rule] {
        var rules: [OpeningHours.Rule] = []
        for day in 1...7 {
            rules.append(try rule(spans(day), days: Weekdays(rawValue: 1 << UInt8(day - 1))))
        }
        return rules
    }

    private func specialDays(_ intake: inout PointImporter) -> [OpeningHours.Rule] {
        guard let special else { return [] }
        guard case .object(let days) = special.value else {
            Self.skip(Problem("\"special\" is no object with days such as \"2026-12-25\"", special), &intake)
            return []
        }
        return days.compactMap { day in
            do throws(Problem) {
                return try Self.special(day)
            } catch {
                Self.skip(error, &intake)
                return nil
            }
        }
    }

    private static func special(_ day: JSONMember) throws(Problem) -> OpeningHours.Rule {
        guard let date = date(day.key) else {
            throw Problem("\"\(day.key.prefix(30))\" is no date such as \"2026-12-25\"", day.node)
        }
        var rule = try rule(day.node, days: .all)
        rule.dates = [date]
        return rule
    }

    private static func skip(_ problem: Problem, _ intake: inout PointImporter) {
        intake.noteHours(
            "opening hours: \(problem.message); the usual ones count there",
            at: problem.position
        )
    }

    private static func rule(_ node: JSONNode?, days: Weekdays) throws(Problem) -> OpeningHours.Rule {
        var spans: [DaySpan] = []
        if let node = said(node) {
            guard case .array(let list) = node.value else { throw Problem("a day's hours are no list", node) }
            for node in list { spans.append(try span(node)) }
        }
        return OpeningHours.Rule(days: days, spans: spans, isOff: spans.isEmpty)
    }

    private static func span(_ node: JSONNode) throws(Problem) -> DaySpan {
        if node.member("all-day")?.value == .bool(true) { return .day }
        let (start, end) = (try minutes(node, "start"), try minutes(node, "end"))
        guard let span = DaySpan(from: start, to: end) else {
            throw Problem("\"start\" is not before 24:00", node)
        }
        return span
    }

    /// Minutes after 00:00 of a time up to 48:00.
    private static func minutes(_ span: JSONNode, _ key: String) throws(Problem) -> Int {
        guard let node = span.member(key), let text = node.text else {
            throw Problem("hours need \"start\" and \"end\", such as \"08:30\", or \"all-day\": true", span)
        }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let hour = Int(parts[0]), let minute = Int(parts[1]),
            (0...48).contains(hour), (0..<60).contains(minute), 60 * hour + minute <= 2880
        else { throw Problem("\"\(text.prefix(30))\" is no time such as \"08:30\"", node) }
        return 60 * hour + minute
    }

    private static func date(_ text: String) -> YearlySpan? {
        let texts = text.split(separator: "-", omittingEmptySubsequences: false)
        let parts = texts.compactMap { Int($0) }
        guard texts.count == 3, parts.count == 3 else { return nil }
        return YearlySpan(year: parts[0], first: (parts[1], parts[2]), last: (parts[1], parts[2]))
    }

    /// What says something; nil for null.
    private static func said(_ node: JSONNode?) -> JSONNode? { node?.value == .null ? nil : node }
}
