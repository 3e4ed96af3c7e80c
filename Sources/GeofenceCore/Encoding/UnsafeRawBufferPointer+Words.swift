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
        var (word, offset) = (UInt64(0), 0)
        if left & 4 != 0 {
            word = UInt64(loadUnaligned(as: UInt32.self).littleEndian)
            offset = 4
        }
        if left & 2 != 0 {
            let pair = loadUnaligned(fromByteOffset: offset, as: UInt16.self).littleEndian
            word |= UInt64(pair) << (8 * offset)
            offset += 2
        }
        if left & 1 != 0 { word |= UInt64(self[offset]) << (8 * offset) }
        return word
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
