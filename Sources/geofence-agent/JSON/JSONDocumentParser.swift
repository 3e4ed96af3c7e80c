/// Reads a JSON document in memory as a tree; or finds a part of it.
struct JSONDocumentParser {
    private let bytes: [UInt8]
    private let position: TextPosition?

    /// Starts at the beginning of a text in UTF-8.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        position = nil
    }

    /// Starts at the beginning of a part of a text, which begins at a place of it.
    init(_ part: [UInt8], at position: TextPosition) {
        bytes = part
        self.position = position
    }

    /// Reads one value and the end of the text.
    ///
    /// Bytes that are no UTF-8 count as the replacement character.
    mutating func document() throws(JSONSyntaxError) -> JSONNode {
        let isText = String(validating: bytes, as: UTF8.self) != nil
        return try read(isText ? bytes : Array(String(decoding: bytes, as: UTF8.self).utf8)) {
            (reader) throws(JSONSyntaxError) in try reader.document()
        }
    }

    /// The same of bytes that are known to be UTF-8; of a list that is the value of a key of the outermost
    /// object the elements are looked at and left out, to be read by a `JSONListReader`.
    mutating func document(leavingOut key: String?) throws(JSONSyntaxError) -> JSONDocument {
        try read(bytes) { (reader) throws(JSONSyntaxError) in
            if let key { reader.leaveOut(key) }
            let root = try reader.document()
            return JSONDocument(root: root, leftOut: reader.leftOut)
        }
    }

    /// Where the value of a key stands, in bytes; nil where the text is no object with such a key.
    mutating func place(of key: String) throws(JSONSyntaxError) -> Range<Int>? {
        try read(bytes) { (reader) throws(JSONSyntaxError) in try reader.place(of: key) }
    }

    private func read<Result>(
        _ bytes: [UInt8],
        _ body: (inout JSONDocumentReader) throws(JSONSyntaxError) -> Result
    ) throws(JSONSyntaxError) -> Result {
        let result = bytes.withUnsafeBytes { bytes in
            Swift.Result { () throws(JSONSyntaxError) in
                var reader = JSONDocumentReader(bytes, at: position)
                return try body(&reader)
            }
        }
        return try result.get()
    }
}
