/// The digits at the beginning of eight bytes, the first byte the lowest, all at once.
struct DigitRun {
    /// How many there are, 0 to 8.
    let count: Int
    /// The number that they are.
    let number: UInt64

    @inline(__always) init(_ word: UInt64) {
        // The highest bit of a byte is set by one of both where it is less than "0", or more than "9". A
        // carry goes only to bytes behind the first of these.
        let others = (word &+ 0x4646_4646_4646_4646) | (word &- 0x3030_3030_3030_3030)
        count = (others & 0x8080_8080_8080_8080).trailingZeroBitCount / 8
        // As many zeros come in front as bytes are no digits; then neighbours are put together: to numbers of
        // two digits, of four, of eight.
        var digits = (word ^ 0x3030_3030_3030_3030) << UInt64(truncatingIfNeeded: 64 &- 8 &* count)
        digits = (digits &* (1 + 10 << 8)) >> 8 & 0x00FF_00FF_00FF_00FF
        digits = (digits &* (1 + 100 << 16)) >> 16 & 0x0000_FFFF_0000_FFFF
        number = (digits &* (1 + 10_000 << 32)) >> 32
    }
}
