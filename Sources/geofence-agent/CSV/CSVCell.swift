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
}
