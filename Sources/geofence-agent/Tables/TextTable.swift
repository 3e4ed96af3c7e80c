/// Columns for a person.
enum TextTable {
    /// Rows under a head, each column as wide as its widest entry.
    static func lines(_ head: [String], _ rows: [[String]]) -> [String] {
        let all = [head] + rows.map { $0.map(\.printable) }
        let widths = head.indices.map { column in all.map { $0[column].columns }.max() ?? 0 }
        return all.map { line($0, widths) }
    }

    /// Cells of some widths beside each other, without spaces at the end; a wider cell moves those behind it.
    static func line(_ cells: [String], _ widths: [Int]) -> String {
        let padded = cells.enumerated().map { column, cell in
            column < widths.count ? cell.padded(to: widths[column]) : cell
        }
        let line = padded.joined(separator: "  ")
        return String(line.reversed().drop { $0 == " " }.reversed())
    }
}
