import GeofenceCore

/// What is asked of the past of one device, or of all: a stretch of its rows.
struct PastQuestion: Hashable, Sendable {
    enum Kind: String, Sendable, CaseIterable {
        case positions, networks, events, visits

        /// Those that a page shows.
        static let shown: [Self] = [.positions, .events, .visits]
    }

    /// Rows at most that an answer has.
    static let mostRows = 20_000
    /// Milliseconds of a range at most.
    static let longest: Int64 = 366 * 86_400_000
    /// Milliseconds of a range that isn't named.
    static let usual: Int64 = 86_400_000

    /// Nil: all, of whom events alone can be asked.
    var device: Identifier?
    var kind = Kind.positions
    var range: HistoryRange
    /// Rows at most.
    var limit = mostRows
    /// Metres; 0: each position.
    var tolerance = 0.0
    /// The last row of the answer before.
    var after: HistoryMark?
    /// The part of an export that the rows are; nil where they are none.
    var exported: ExportPart?

    /// What an answer gives as `next` where its last row has a mark.
    static func text(of mark: HistoryMark) -> String { "\(mark.time)" + (mark.id.map { ",\($0)" } ?? "") }

    /// Reads what an answer before has given as `next`; nil for what none gives.
    static func mark(_ text: String) -> HistoryMark? {
        let parts = text.split(separator: ",", maxSplits: 1).map(String.init)
        guard let time = parts.first.flatMap(Int64.init), abs(time / 2) < Int64.max / 4 else { return nil }
        return HistoryMark(time: time, id: parts.count > 1 ? parts[1] : nil)
    }
}
