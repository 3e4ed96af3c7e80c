/// The lines of a text without their line feeds, with their numbers from 1.
///
/// They point into the text, and are good as long as it is.
struct TrackLines: Sequence, IteratorProtocol {
    private let bytes: UnsafeRawBufferPointer
    private var start = 0
    private var number = 0

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    mutating func next() -> (number: Int, line: UnsafeRawBufferPointer)? {
        guard start < bytes.count else { return nil }
        let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        defer { start = end + 1 }
        number += 1
        return (number, UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
    }
}
