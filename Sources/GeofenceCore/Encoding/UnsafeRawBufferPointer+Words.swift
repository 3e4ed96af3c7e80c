/// Bytes by eight at a time.
extension UnsafeRawBufferPointer {
    /// Calls for each eight bytes, and for those that are left, filled up with zeros.
    @inline(__always)
    func forEachWord(_ body: (UInt64) -> Void) {
        var offset = 0
        while offset + 8 <= count {
            body(loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            offset += 8
        }
        guard offset < count else { return }
        var rest: UInt64 = 0
        for index in (offset..<count).reversed() { rest = rest << 8 | UInt64(self[index]) }
        body(rest)
    }

    /// Whether both are the same bytes.
    @inline(__always)
    func hasSameBytes(as other: UnsafeRawBufferPointer) -> Bool {
        guard count == other.count else { return false }
        guard count >= 8 else {
            for index in 0..<count where self[index] != other[index] { return false }
            return true
        }
        var offset = 0
        while offset + 8 < count {
            guard hasSameWord(as: other, at: offset) else { return false }
            offset += 8
        }
        // The last eight, some of which may have been compared before.
        return hasSameWord(as: other, at: count - 8)
    }

    @inline(__always)
    private func hasSameWord(as other: UnsafeRawBufferPointer, at offset: Int) -> Bool {
        loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            == other.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    }
}
