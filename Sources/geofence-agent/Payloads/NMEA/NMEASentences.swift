/// The sentences in a line, or in a whole text, by their `$`; what stands before the first is passed over, as
/// are other lines.
///
/// They point into the bytes, and are good as long as those are.
struct NMEASentences: Sequence, IteratorProtocol {
    private let bytes: UnsafeRawBufferPointer
    private var at: Int

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        at = bytes.firstIndex(of: UInt8(ascii: "$")) ?? bytes.count
    }

    /// The bytes of the next, from behind its `$` to the end of the line or the next `$`.
    mutating func next() -> UnsafeRawBufferPointer? {
        guard at < bytes.count else { return nil }
        let start = at + 1
        let end = bytes[start...].firstIndex { $0 == UInt8(ascii: "$") || $0 == 0x0A } ?? bytes.count
        at = bytes[end...].firstIndex(of: UInt8(ascii: "$")) ?? bytes.count
        return UnsafeRawBufferPointer(rebasing: bytes[start..<end])
    }
}
