import ArgumentParser
import GeofenceCore

/// From when and until when.
struct TimeRangeOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The first moment: a date, a date and time, yesterday, today, now, or how long ago, such as -24h.",
            valueName: "time"
        )
    )
    var from: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The moment before which to end, likewise.", valueName: "time")
    )
    var to: String?

    @OptionGroup var zone: TimeZoneOption

    /// Whether a side is named.
    var isNamed: Bool { from != nil || to != nil }

    func validate() throws {
        // The zone says for itself what is wrong with it.
        guard let table = try? zone.table() else { return }
        do throws(TypedRangeProblem) {
            _ = try TypedTime(now: Clock.now, zone: table).range(from, to)
        } catch {
            throw ValidationError(error.description)
        }
    }

    /// The range at a moment; without an end on one side where nothing is said.
    func range(at now: Timestamp = Clock.now) -> HistoryRange {
        let time = TypedTime(now: now, zone: zone.face.zone)
        return (try? time.range(from, to)) ?? HistoryRange()
    }
}

/// Why two times are no range.
enum TypedRangeProblem: Error, Hashable, CustomStringConvertible {
    case noTime(option: String, text: String)
    case reversed(from: String, to: String)
    case empty(String)

    var description: String {
        switch self {
        case .noTime(let option, let text):
            "\(option) must be a time such as \(TypedTime.examples), not \(text)."
        case .reversed(let from, let to): "--from \(from) is after --to \(to); exchange the two."
        case .empty(let text):
            "--from and --to are both \(text), and --to is not included; for all of a day name the next one as --to."
        }
    }
}

extension TypedTime {
    /// What two texts say, each of which may be absent.
    ///
    /// - Throws: where one is no time, and where the first is not before the second.
    func range(_ from: String?, _ to: String?) throws(TypedRangeProblem) -> HistoryRange {
        var range = HistoryRange()
        if let from { range.from = try read(from, "--from") }
        if let to { range.to = try read(to, "--to") }
        guard range.from < range.to else {
            if range.from == range.to { throw .empty(to ?? "") }
            throw .reversed(from: from ?? "", to: to ?? "")
        }
        return range
    }

    private func read(_ text: String, _ option: String) throws(TypedRangeProblem) -> Timestamp {
        guard let moment = moment(text) else { throw .noTime(option: option, text: text.printable) }
        return moment
    }
}
