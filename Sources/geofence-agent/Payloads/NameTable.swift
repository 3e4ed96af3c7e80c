/// A name of at most 24 bytes, packed for comparison; the case of ASCII letters doesn't count.
struct FoldedName: Hashable {
    private var words: (UInt64, UInt64, UInt64) = (0, 0, 0)

    /// Nil for an empty name, and for one of more than 24 bytes.
    @inline(__always) init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count > 0, bytes.count <= 24 else { return nil }
        words.0 = Self.pack(bytes, from: 0)
        guard bytes.count > 8 else { return }
        words.1 = Self.pack(bytes, from: 8)
        guard bytes.count > 16 else { return }
        words.2 = Self.pack(bytes, from: 16)
    }

    @inline(__always) private static func pack(_ bytes: UnsafeRawBufferPointer, from start: Int) -> UInt64 {
        var word: UInt64 = 0
        for index in (start..<min(start + 8, bytes.count)).reversed() {
            let byte = bytes[index]
            word = word << 8 | UInt64(byte &- 0x41 < 26 ? byte | 0x20 : byte)
        }
        return word
    }

    /// Well spread in its upper bits.
    ///
    /// The factor is 2^64 divided by the golden ratio, odd (Fibonacci hashing: D. E. Knuth, The Art of
    /// Computer Programming 3, 6.4).
    @inline(__always) var mixed: UInt64 {
        (words.0 ^ words.1 &* 3 ^ words.2 &* 5) &* 0x9E37_79B9_7F4A_7C15
    }

    @inline(__always) static func == (a: FoldedName, b: FoldedName) -> Bool { a.words == b.words }

    func hash(into hasher: inout Hasher) { hasher.combine(mixed) }
}

/// What names mean, for names of at most 24 bytes, without regard to the case of ASCII letters.
struct NameTable<Meaning: Sendable>: Sendable {
    private var slots: [(name: FoldedName, meaning: Meaning)?] = []
    private let shift: Int

    /// Of equal names the first counts; a name too long is left out.
    init(_ meanings: [(meaning: Meaning, names: [StaticString])]) {
        let count = meanings.reduce(0) { $0 + $1.names.count }
        let bits = max(1, Int.bitWidth - (count * 2).leadingZeroBitCount)
        shift = UInt64.bitWidth - bits
        slots = Array(repeating: nil, count: 1 << bits)
        for (meaning, names) in meanings {
            for name in names { add(name, meaning) }
        }
    }

    private mutating func add(_ name: StaticString, _ meaning: Meaning) {
        let bytes = UnsafeRawBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        guard let name = FoldedName(bytes) else { return }
        var index = Int(truncatingIfNeeded: name.mixed >> shift)
        while let slot = slots[index] {
            if slot.name == name { return }
            index = (index + 1) & (slots.count - 1)
        }
        slots[index] = (name, meaning)
    }

    /// What the name means; nil where it is not in the table.
    @inline(__always) subscript(_ bytes: UnsafeRawBufferPointer) -> Meaning? {
        guard let name = FoldedName(bytes) else { return nil }
        var index = Int(truncatingIfNeeded: name.mixed >> shift)
        while let slot = slots[index] {
            if slot.name == name { return slot.meaning }
            index = (index + 1) & (slots.count - 1)
        }
        return nil
    }
}
