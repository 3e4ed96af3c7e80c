import GeofenceCore

/// Opening hours as Woosmap writes them: `{"timezone": …, "usual": {"1": [{"start": "08:30", "end": "19:00"}], "default": […]}, "special": {"2026-12-25": []}}`.
///
/// Day 1 is Monday; a day that isn't named has the hours under `default`, and is closed where there are none; `all-day` is the whole day.
struct WeeklyHours {
    private let zone: String?
    private let usual: JSONNode?
    private let special: [JSONMember]

    /// Nil where it is nothing of the sort.
    init?(_ node: JSONNode) {
        guard case .object(let members) = node.value, !members.isEmpty else { return nil }
        zone = node.member("timezone")?.text
        usual = node.member("usual")
        special = if case .object(let days) = node.member("special")?.value { days } else { [] }
    }

    /// The same as rules; nil where a time or the zone can't be read.
    func clocks(_ intake: inout PointIntake) -> PointTable.Clocks? {
        var rules: [OpeningHours.Rule] = []
        for day in 1...7 {
            let spans = usual?.member("\(day)") ?? usual?.member("default")
            guard let rule = Self.rule(spans, days: Weekdays(rawValue: 1 << UInt8(day - 1))) else {
                return nil
            }
            rules.append(rule)
        }
        for day in special {
            guard let date = Self.date(day.key), var rule = Self.rule(day.node, days: .all) else {
                return nil
            }
            rule.dates = [date]
            rules.append(rule)
        }
        let own = zone.map { try? intake.reading.timeZones.table($0) } ?? intake.settings.timeZone
        return own.map { PointTable.Clocks(hours: OpeningHours(rules: rules), zone: $0) }
    }

    private static func rule(_ node: JSONNode?, days: Weekdays) -> OpeningHours.Rule? {
        var spans: [DaySpan] = []
        for span in node?.elements ?? [] {
            if span.member("all-day")?.value == .bool(true) {
                spans.append(.day)
                continue
            }
            guard let from = span.member("start")?.text.flatMap(minutes),
                let to = span.member("end")?.text.flatMap(minutes), let day = DaySpan(from: from, to: to)
            else { return nil }
            spans.append(day)
        }
        return OpeningHours.Rule(days: days, spans: spans, isOff: spans.isEmpty)
    }

    /// Minutes after 00:00 of a time up to 48:59; nil where it is none.
    private static func minutes(_ text: String) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let hour = Int(parts[0]), let minute = Int(parts[1]),
            (0...48).contains(hour), (0..<60).contains(minute)
        else { return nil }
        return 60 * hour + minute
    }

    private static func date(_ text: String) -> YearlySpan? {
        let texts = text.split(separator: "-", omittingEmptySubsequences: false)
        let parts = texts.compactMap { Int($0) }
        guard texts.count == 3, parts.count == 3 else { return nil }
        return YearlySpan(year: parts[0], first: (parts[1], parts[2]), last: (parts[1], parts[2]))
    }
}
