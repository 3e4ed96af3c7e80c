import ArgumentParser
import GeofenceCore

/// From when and until when.
struct HistoryRangeOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The first moment: ISO 8601, UTC where it has no zone, or a date.",
            valueName: "time"
        )
    )
    var from: String?

    @Option(help: ArgumentHelp("The moment before which to end, likewise.", valueName: "time"))
    var to: String?

    func validate() throws {
        for (name, text) in [("--from", from), ("--to", to)] {
            guard let text, Self.moment(text) == nil else { continue }
            throw ValidationError(
                "\(name) must be a time such as 2026-11-21T08:00:00Z, or a date such as 2026-11-21, not \(text)."
            )
        }
    }

    /// The range; without an end on one side where nothing is said.
    var range: HistoryRange {
        var range = HistoryRange()
        if let from = from.flatMap(Self.moment) { range.from = from }
        if let to = to.flatMap(Self.moment) { range.to = to }
        return range
    }

    private static func moment(_ text: String) -> Timestamp? {
        Timestamp(iso8601UTC: text.utf8) ?? Timestamp(iso8601UTC: "\(text)T00:00:00".utf8)
    }
}
