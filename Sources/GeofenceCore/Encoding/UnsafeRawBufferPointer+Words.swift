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
        var offset = 0
        while offset + 8 <= count {
            guard
                loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                    == other.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            else { return false }
            offset += 8
        }
        for index in offset..<count where self[index] != other[index] { return false }
        return true
    }
}
