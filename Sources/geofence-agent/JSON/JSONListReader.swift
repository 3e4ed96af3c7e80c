/// Reads the elements of a list in a JSON document one by one, of which none is kept.
struct JSONListReader {
    private var reader: JSONDocumentReader
    private let offset: Int

    /// Begins with a list of a document that has been read, and so is known to be JSON.
    ///
    /// The bytes must outlive it.
    init(_ bytes: UnsafeRawBufferPointer, _ list: JSONPart) {
        offset = list.offset
        reader = JSONDocumentReader(
            UnsafeRawBufferPointer(rebasing: bytes[list.offset...]),
            at: list.position,
            isChecked: true
        )
    }

    /// The next element; nil at the end of the list.
    mutating func next() throws(JSONSyntaxError) -> JSONNode? { try reader.nextElement() }

    /// The same, as `read` reads it from its first byte on; nil, and nothing is passed, where that can't.
    mutating func next<Element>(
        by read: (inout PayloadCursor) -> Element?
    ) -> (element: Element, position: TextPosition)? { reader.nextElement(by: read) }

    /// How many bytes of the document are done.
    var at: Int { offset + reader.cursor.at }
}
