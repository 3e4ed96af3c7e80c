/// Short texts by number, their bytes one behind the other: an array for each has 40 bytes more.
struct ByteStrings {
    /// Where one is: its beginning and, in the lowest eight bits, how long it is.
    fileprivate struct Span {
        var bits: UInt64 = 0

        init() {}

        init(_ start: Int, _ count: Int) { bits = UInt64(start) << 8 | UInt64(count) }

        var start: Int { Int(bits >> 8) }
        var count: Int { Int(bits & 0xFF) }
    }

    private var bytes: [UInt8] = []
    private var spans: [Span] = []
    /// Bytes that belong to none any more.
    private var wasted = 0

    /// All numbers are below this.
    var count: Int { spans.count }

    /// Whether under a number stands nothing.
    func isEmpty(_ number: Int) -> Bool { spans[number].count == 0 }

    /// All of them, for as long as they are lent.
    struct Lent {
        fileprivate let bytes: UnsafeRawBufferPointer
        fileprivate let spans: UnsafeBufferPointer<Span>

        /// The bytes of one.
        @inline(__always)
        subscript(number: Int) -> UnsafeRawBufferPointer {
            let span = spans[number]
            return UnsafeRawBufferPointer(rebasing: bytes[span.start..<span.start + span.count])
        }
    }

    @inline(__always)
    func withAll<Result>(_ body: (Lent) -> Result) -> Result {
        bytes.withUnsafeBytes { bytes in
            spans.withUnsafeBufferPointer { body(Lent(bytes: bytes, spans: $0)) }
        }
    }

    /// Lends the bytes of one.
    @inline(__always)
    func with<Result>(_ number: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        withAll { body($0[number]) }
    }

    /// Puts one, 255 bytes at most, in the place of what was there; numbers below that are new are empty.
    mutating func set(_ number: Int, _ text: String) {
        precondition(text.utf8.count <= 255, "A longer text has no place.")
        while spans.count <= number { spans.append(Span()) }
        wasted += spans[number].count
        spans[number] = Span(bytes.count, text.utf8.count)
        bytes.append(contentsOf: text.utf8)
        // No more bytes and numbers are gone through than bytes were wasted.
        if wasted > max(bytes.count / 2, spans.count) { gather() }
    }

    /// Moves all together.
    private mutating func gather() {
        var moved: [UInt8] = []
        moved.reserveCapacity(bytes.count - wasted)
        for number in spans.indices {
            let start = moved.count
            with(number) { moved.append(contentsOf: $0) }
            spans[number] = Span(start, moved.count - start)
        }
        (bytes, wasted) = (moved, 0)
    }
}
