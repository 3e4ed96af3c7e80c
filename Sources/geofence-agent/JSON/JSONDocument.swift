/// A JSON document as a tree that knows where in the text each key and value stands.
///
/// It is made for configuration files: strict (RFC 8259, no comments, no trailing commas), a key given twice
/// is an error, and errors say how to mend the file. A byte order mark at the start is skipped.
struct JSONDocument: Hashable, Sendable {
    /// The outermost value.
    let root: JSONNode
    /// Where the list stands whose elements were left out.
    var leftOut: JSONPart?

    /// Most lists and objects within each other.
    static let maximumDepth = 64

    /// Reads a document.
    ///
    /// - Throws: `JSONSyntaxError` for the first place that is no JSON.
    /// - Complexity: linear in the length of the text.
    static func parse(_ text: String) throws(JSONSyntaxError) -> JSONDocument {
        var parser = JSONDocumentParser(Array(text.utf8))
        return JSONDocument(root: try parser.document())
    }
}

/// Where a value stands in a text.
struct JSONPart: Hashable, Sendable {
    /// In bytes.
    let offset: Int
    /// In lines and columns.
    let position: TextPosition
}
