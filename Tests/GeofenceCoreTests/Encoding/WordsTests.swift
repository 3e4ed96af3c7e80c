import Testing

@testable import GeofenceCore

/// Bytes that are looked at by eight at a time.
@Suite struct WordsTests {
    private static let bytes = (0..<40).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 200) }

    @Test(arguments: 0...24) func `each word has its bytes, the last zeros behind them`(_ count: Int) {
        for start in 0..<8 {
            let part = Array(Self.bytes[start..<start + count])
            var words: [UInt64] = []
            part.withUnsafeBytes { bytes in bytes.forEachWord { words.append($0.littleEndian) } }
            let expected = stride(from: 0, to: count, by: 8).map { first in
                part[first..<min(first + 8, count)].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            }
            #expect(words == expected)
        }
    }

    @Test(arguments: 0...24) func `bytes are the same where none differs`(_ count: Int) {
        let one = Array(Self.bytes[..<count])
        func isSame(_ other: [UInt8]) -> Bool {
            one.withUnsafeBytes { one in other.withUnsafeBytes { one.hasSameBytes(as: $0) } }
        }
        #expect(isSame(one))
        #expect(!isSame(one + [0]))
        for index in one.indices {
            for bit in 0..<8 {
                var other = one
                other[index] ^= 1 << UInt8(bit)
                #expect(!isSame(other), "\(index) \(bit)")
            }
        }
    }
}
