/// The lines of a text without their line feeds, with their numbers from 1.
///
/// They point into the text, and are good as long as it is.
struct TrackLines: Sequence, IteratorProtocol {
    private let bytes: UnsafeRawBufferPointer
    private let isLast: Bool
    /// Where the next line begins.
    private(set) var start = 0
    /// The number of the last line.
    private(set) var number: Int

    /// Begins behind a line of that number; the end of the text is the end of a line only where it `isLast`.
    init(_ bytes: UnsafeRawBufferPointer, after number: Int = 0, isLast: Bool = true) {
        (self.bytes, self.number, self.isLast) = (bytes, number, isLast)
    }

    mutating func next() -> (number: Int, line: UnsafeRawBufferPointer)? {
        guard start < bytes.count else { return nil }
        let found = bytes[start...].firstIndex(of: UInt8(ascii: "\n"))
        guard let end = found ?? (isLast ? bytes.count : nil) else { return nil }
        defer { start = end == bytes.count ? end : end + 1 }
        number += 1
        return (number, UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
    }
}
