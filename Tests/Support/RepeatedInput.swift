/// Bytes in any size: a part again and again between a beginning and an end.
///
/// `#` in the part counts. What closes each part stands as often behind all of them.
struct RepeatedInput: Hashable, Sendable {
    var start, part, close, end: [UInt8]

    init(_ start: String, _ part: String, _ end: String = "", close: String = "") {
        (self.start, self.part) = (Array(start.utf8), Array(part.utf8))
        (self.close, self.end) = (Array(close.utf8), Array(end.utf8))
    }

    /// Makes about so many bytes.
    func make(_ size: Int) -> [UInt8] {
        guard !part.isEmpty else { return start + end }
        let pieces = part.split(separator: UInt8(ascii: "#"), omittingEmptySubsequences: false)
        var (bytes, number) = (start, 0)
        bytes.reserveCapacity(size + part.count + end.count)
        while bytes.count + number * close.count < size {
            bytes += pieces[0]
            for piece in pieces.dropFirst() {
                bytes += Array(String(number).utf8)
                bytes += piece
            }
            number += 1
        }
        for _ in 0..<(close.isEmpty ? 0 : number) { bytes += close }
        return bytes + end
    }
}
