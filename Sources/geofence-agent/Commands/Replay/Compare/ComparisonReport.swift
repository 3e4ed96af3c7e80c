import ArgumentParser
import GeofenceCore

/// How a comparison is written.
enum ComparisonFormat: String, CaseIterable, ExpressibleByArgument {
    /// Columns for a person.
    case table
    /// One JSON object.
    case json
}

/// Writes what differs between two replays; the same bytes each time.
struct ComparisonReport {
    private let comparison: ReplayComparison
    private let face: ClockFace

    init(_ comparison: ReplayComparison, _ face: ClockFace) {
        (self.comparison, self.face) = (comparison, face)
    }

    /// The fences with their counts, and below them each event that differs.
    var table: String {
        guard !comparison.fences.isEmpty else { return "Neither makes an event of these tracks." }
        let head = ["FENCE", "BEFORE", "AFTER", "SAME", "MOVED", "ADDED", "LOST"]
        var lines = TextTable.lines(
            head,
            comparison.fences.map { id, counts in
                let numbers = [
                    counts.before, counts.after, counts.same, counts.moved, counts.added, counts.lost,
                ]
                return [id] + numbers.map { "\($0)" }
            }
        )
        lines.append("")
        guard !comparison.changes.isEmpty else {
            return (lines + ["No event differs."]).joined(separator: "\n")
        }
        lines += TextTable.lines(
            [face.title("TIME"), "DEVICE", "FENCE", "EVENT", "CHANGE"],
            comparison.changes.map { event, change in
                let series = event.series
                return [face.text(event.time), series.device, series.fence, series.kind, Self.text(change)]
            }
        )
        return lines.joined(separator: "\n")
    }

    private static func text(_ change: ReplayComparison.Change) -> String {
        switch change {
        case .added: return "added"
        case .lost: return "lost"
        case .moved(let shift):
            let way = Int64(clamping: shift.magnitude)
            let text = way < 1000 ? "\(way) ms" : Figures.duration(milliseconds: way)
            return "\(text) \(shift < 0 ? "earlier" : "later")"
        }
    }

    /// `fences` with their counts, and `changes`: times in UTC, `shift` in seconds.
    var json: String {
        let fences = comparison.fences.map { id, counts in
            JSONWriter.object { json in
                json.member("fence", id)
                json.member("before", counts.before)
                json.member("after", counts.after)
                json.member("same", counts.same)
                json.member("moved", counts.moved)
                json.member("added", counts.added)
                json.member("lost", counts.lost)
            }
        }
        let changes = comparison.changes.map { event, change in
            JSONWriter.object { json in
                json.member("time", event.time)
                json.member("device", event.series.device)
                json.member("fence", event.series.fence)
                json.member("event", event.series.kind)
                switch change {
                case .added: json.member("change", "added")
                case .lost: json.member("change", "lost")
                case .moved(let shift):
                    json.member("change", "moved")
                    json.member("shift", milliseconds: shift)
                }
            }
        }
        let object = JSONWriter.object { json in
            json.member("fences", json: JSONWriter.array(fences))
            json.member("changes", json: JSONWriter.array(changes))
        }
        return String(decoding: object, as: UTF8.self)
    }
}
