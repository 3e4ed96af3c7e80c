import GeofenceCore

/// A visit as a line of a file has it.
struct ParsedVisit {
    var device: Identifier
    var place: Coordinate
    var arrival: Timestamp
    var departure: Timestamp?
    /// Metres, 0 where unknown; nil for what can't be read.
    var accuracy: Double?
    /// How many positions it rests on, 0 where unknown; nil for what can't be read.
    var positions: Int?
}

extension HistoryImport {
    /// Reads a visit, or reports why not.
    mutating func add(_ draft: ParsedVisit, _ file: String, _ line: Int) {
        let (from, to) = (draft.arrival, draft.departure)
        guard from <= to ?? from else { return report("departs before it arrives", file, line: line) }
        guard !refuses(to ?? from, file, line: line) else { return }
        guard let accuracy = draft.accuracy else { return reportAccuracy(file, line) }
        guard let positions = draft.positions else {
            let limit = HistoryCell.maximumCount
            return report("its number of positions is no whole one from 0 to \(limit)", file, line: line)
        }
        add(
            HistoryVisit(
                device: draft.device,
                arrival: from,
                departure: to,
                center: Fix(coordinate: draft.place, accuracy: accuracy),
                positions: positions
            )
        )
    }

    /// A row with an accuracy that can't be read is left out, be it a visit or a position: what is unknown
    /// would pass for exact.
    mutating func reportAccuracy(_ file: String, _ line: Int) {
        report("its accuracy is no number of metres", file, line: line)
    }
}
