/// Tells lines and columns of a text: quickly where they are asked for from front to back.
struct TextPlaces {
    let bytes: UnsafeRawBufferPointer
    private let first: (offset: Int, position: TextPosition)
    private var last: (offset: Int, position: TextPosition)

    /// Begins with the place of one byte; those before it have none.
    ///
    /// The bytes must outlive it.
    init(_ bytes: UnsafeRawBufferPointer, from offset: Int, _ position: TextPosition) {
        self.bytes = bytes
        first = (offset, position)
        last = first
    }

    /// The place of a byte, from which the next is looked for.
    mutating func advance(to offset: Int) -> TextPosition {
        last = (offset, position(at: offset))
        return last.position
    }

    /// The place of a byte.
    func position(at offset: Int) -> TextPosition {
        var (start, position) = offset >= last.offset ? last : first
        while start < min(offset, bytes.count) {
            position.advance(over: bytes[start])
            start += 1
        }
        return position
    }
}
