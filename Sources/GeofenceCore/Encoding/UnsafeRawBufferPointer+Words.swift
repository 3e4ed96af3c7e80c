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
        if offset < count { body(lastWord(of: count - offset)) }
    }

    /// The last bytes, 1 to 7 of them, filled up with zeros.
    @inline(__always)
    private func lastWord(of left: Int) -> UInt64 {
        if count >= 8 {
            return loadUnaligned(fromByteOffset: count - 8, as: UInt64.self).littleEndian >> (64 - 8 * left)
        }
        // Two reads that may overlap, where there is more than one byte.
        func pair(_ first: UInt64, _ last: UInt64, size: Int) -> UInt64 {
            first | last << UInt64(truncatingIfNeeded: 8 &* (left &- size))
        }
        if left >= 4 {
            let first = loadUnaligned(as: UInt32.self).littleEndian
            let last = loadUnaligned(fromByteOffset: left - 4, as: UInt32.self).littleEndian
            return pair(UInt64(first), UInt64(last), size: 4)
        }
        guard left >= 2 else { return UInt64(self[0]) }
        let first = loadUnaligned(as: UInt16.self).littleEndian
        let last = loadUnaligned(fromByteOffset: left - 2, as: UInt16.self).littleEndian
        return pair(UInt64(first), UInt64(last), size: 2)
    }

    /// Whether both are the same bytes.
    @inline(__always)
    func hasSameBytes(as other: UnsafeRawBufferPointer) -> Bool {
        guard count == other.count else { return false }
        guard count >= 8 else { return count == 0 || lastWord(of: count) == other.lastWord(of: count) }
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
