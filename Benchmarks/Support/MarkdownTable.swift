/// A table in Markdown whose columns are also aligned for a reader of the plain text.
package struct MarkdownTable {
    private var rows: [[String]]

    package init(_ header: [String]) {
        rows = [header]
    }

    package mutating func add(_ row: [String]) {
        rows.append(row)
    }

    /// The first column to the left, the others to the right.
    package var lines: [String] {
        let widths = rows[0].indices.map { column in
            rows.map { $0[column].count }.max() ?? 0
        }
        let rule = widths.enumerated().map { column, width in
            column == 0
                ? String(repeating: "-", count: width) : String(repeating: "-", count: width - 1) + ":"
        }
        return ([rows[0], rule] + rows.dropFirst()).map { row in
            "| " + zip(row, widths).enumerated().map(Self.padded).joined(separator: " | ") + " |"
        }
    }

    private static func padded(_ column: Int, _ cell: (text: String, width: Int)) -> String {
        let space = String(repeating: " ", count: cell.width - cell.text.count)
        return column == 0 ? cell.text + space : space + cell.text
    }
}
