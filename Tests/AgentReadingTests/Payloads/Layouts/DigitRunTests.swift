import BenchmarkSupport
import Testing

@testable import geofence_agent

/// Eight bytes at once, against one by one.
@Suite struct DigitRunTests {
    @Test(arguments: [
        ("12345678", 8, 12_345_678), ("00000000", 8, 0), ("99999999", 8, 99_999_999), ("52.40148", 2, 52),
        ("7,\"lon\":", 1, 7), (".4014820", 0, 0), ("/:;<=>?@", 0, 0), ("1234567/", 7, 1_234_567),
        ("1234567:", 7, 1_234_567),
    ])
    func `reads the digits at the beginning`(_ text: String, _ count: Int, _ number: Int) {
        let run = DigitRun(word(Array(text.utf8)))
        #expect(run.count == count)
        #expect(run.number == UInt64(number))
    }

    @Test func `finds what a loop finds`() {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<20_000 {
            let bytes = (0..<8).map { _ in
                let isDigit = Int.random(in: 0..<5, using: &random) > 0
                return UInt8.random(in: isDigit ? 0x30...0x39 : 0...255, using: &random)
            }
            let digits = bytes.prefix { (0x30...0x39).contains($0) }
            let run = DigitRun(word(bytes))
            #expect(run.count == digits.count, "\(bytes)")
            #expect(run.number == digits.reduce(0) { $0 * 10 + UInt64($1 - 0x30) }, "\(bytes)")
        }
    }

    private func word(_ bytes: [UInt8]) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
