/// A cell as it is written (RFC 4180).
enum CSVCell {
    /// In quotation marks where it must be.
    static func quoted(_ text: String) -> String {
        let isPlain =
            text.utf8.allSatisfy { !"\",;\t\n\r".utf8.contains($0) } && text.first != " " && text.last != " "
        return isPlain
            ? text
            : "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
                + "\""
    }

    /// A text that others may have chosen: such that no spreadsheet takes it for a formula.
    ///
    /// What begins as a formula does gets a `'` in front, which spreadsheets take for "this is text", and
    /// `CSVRow` takes off again. So does what begins with such a `'` already: nothing is lost both ways. A
    /// whole number, such as `-5`, is none.
    static func text(_ text: String) -> String {
        quoted(isFormula(Array(text.utf8)[...]) ? "'" + text : text)
    }

    /// Whether a cell begins as a formula does, behind any number of `'`.
    static func isFormula(_ cell: ArraySlice<UInt8>) -> Bool {
        let rest = cell.drop { $0 == UInt8(ascii: "'") }
        guard let first = rest.first else { return false }
        let isStart = "=+-@\t\r".utf8.contains(first) || wideStarts.contains { rest.starts(with: $0) }
        return isStart && (rest.count < cell.count || cell.withUnsafeBytes { PlainNumber($0) } == nil)
    }

    /// The same in full width, which spreadsheets of East Asia know.
    private static let wideStarts = ["＝", "＋", "－", "＠"].map { Array($0.utf8) }
}
