internal import CLibrary

/// Pages of 2 MB, for memory that is looked into anywhere.
///
/// The processor knows where some thousand pages are. Of a million fences the index and what is kept for each
/// are in 20,000 small pages, or in 40 large ones.
enum LargePages {
    /// Bytes of one.
    static let size = 2 << 20
    /// `MADV_COLLAPSE`, which Linux has from 6.1 on, and the headers of many systems don't.
    private static let collapse: CInt = 25

    /// Has the system move memory into large pages, as far as it fills them, at once.
    ///
    /// What lies in it stays as it is. A system that can't do so, or has no such pages left, leaves it where
    /// it is. Linux does so also where `/sys/kernel/mm/transparent_hugepage/enabled` says `madvise`, and some
    /// versions where it says `never`.
    /// Source: madvise(2).
    /// - Returns: how many bytes it was asked to move, and whether it has.
    static func move(_ memory: UnsafeRawBufferPointer) -> (asked: Int, isDone: Bool) {
        guard let base = memory.baseAddress else { return (0, false) }
        let whole = wholePages(in: Int(bitPattern: base), count: memory.count)
        guard !whole.isEmpty else { return (0, false) }
        #if os(Linux)
        let start = base + (whole.lowerBound - Int(bitPattern: base))
        let result = madvise(UnsafeMutableRawPointer(mutating: start), whole.count, collapse)
        return (whole.count, result == 0)
        #else
        return (whole.count, false)
        #endif
    }

    /// The addresses of the large pages that lie in some bytes from an address on.
    static func wholePages(in address: Int, count: Int) -> Range<Int> {
        let start = (address + size - 1) & ~(size - 1)
        return start..<max(start, (address + count) & ~(size - 1))
    }
}
