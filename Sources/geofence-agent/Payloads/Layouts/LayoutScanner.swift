/// Goes through a payload along a layout.
///
/// Memory safe as long as the payload lives: each read is preceded by a look at how many bytes are left.
struct LayoutScanner {
    private var at: UnsafeRawPointer
    private let end: UnsafeRawPointer

    /// Begins at the first byte; nil where there is none.
    init?(_ payload: UnsafeRawBufferPointer) {
        guard let start = payload.baseAddress else { return nil }
        at = start
        end = start + payload.count
    }

    /// Whether all is read.
    var isAtEnd: Bool { at == end }

    @inline(__always) private var left: Int { end - at }
    @inline(__always) private var next: UInt8 { at < end ? at.load(as: UInt8.self) : 0 }

    /// Passes so many bytes if they are those in the words, of which the last is filled up with zeros.
    @inline(__always) mutating func passes(_ words: UnsafePointer<UInt64>, count: Int) -> Bool {
        guard left >= count else { return false }
        var (words, rest) = (words, count)
        while rest >= 8 {
            guard at.loadUnaligned(as: UInt64.self).littleEndian == words.pointee else { return false }
            (at, words, rest) = (at + 8, words + 1, rest &- 8)
        }
        guard rest > 0 else { return true }
        guard left >= 8 else { return passesBytes(words.pointee, count: rest) }
        let difference = at.loadUnaligned(as: UInt64.self).littleEndian ^ words.pointee
        at += rest
        return difference << UInt64(truncatingIfNeeded: 64 &- 8 &* rest) == 0
    }

    /// Passes fewer than eight bytes, one by one, near the end.
    private mutating func passesBytes(_ word: UInt64, count: Int) -> Bool {
        var word = word
        for _ in 0..<count {
            guard next == UInt8(truncatingIfNeeded: word) else { return false }
            at += 1
            word >>= 8
        }
        return true
    }

    /// Reads a number without an exponent, as RFC 8259 has it; nil for all else, and where it needs the slow
    /// conversion.
    @inline(__always) mutating func number() -> Double? {
        let isNegative = next == UInt8(ascii: "-")
        if isNegative { at += 1 }
        var decimal = Decimal()
        let isZero = next == UInt8(ascii: "0")
        decimal.digits = digits(&decimal.mantissa)
        guard decimal.digits > 0, !isZero || decimal.digits == 1 else { return nil }
        if next == UInt8(ascii: ".") {
            at += 1
            let places = digits(&decimal.mantissa)
            guard places > 0 else { return nil }
            decimal.exponent = 0 &- places
            decimal.digits &+= places
        }
        guard let magnitude = decimal.value else { return nil }
        return isNegative ? -magnitude : magnitude
    }

    /// Adds digits to a number; gives how many there were.
    @inline(__always) private mutating func digits(_ number: inout UInt64) -> Int {
        var (here, mantissa) = (at, number)
        while end - here >= 8 {
            let run = DigitRun(here.loadUnaligned(as: UInt64.self).littleEndian)
            mantissa = mantissa &* Decimal.wholePowersOfTen[run.count] &+ run.number
            here += run.count
            guard run.count == 8 else {
                let count = here - at
                (at, number) = (here, mantissa)
                return count
            }
        }
        while here < end {
            let digit = here.load(as: UInt8.self) &- 0x30
            guard digit < 10 else { break }
            mantissa = mantissa &* 10 &+ UInt64(digit)
            here += 1
        }
        let count = here - at
        (at, number) = (here, mantissa)
        return count
    }

    /// Passes the inside of a text of printable ASCII without escapes, up to its closing quote; says whether
    /// it is one.
    mutating func passText() -> Bool {
        while at < end {
            let byte = next
            if byte == UInt8(ascii: "\"") { return true }
            guard byte >= 0x20, byte < 0x80, byte != UInt8(ascii: "\\") else { return false }
            at += 1
        }
        return false
    }
}
