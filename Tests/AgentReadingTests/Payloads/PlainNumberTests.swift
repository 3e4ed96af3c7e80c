import BenchmarkSupport
import Testing

@testable import geofence_agent

@Suite struct PlainNumberTests {
    private func number(_ text: String, decimalComma: Bool = false) -> Double? {
        Array(text.utf8).withUnsafeBytes { PlainNumber($0, decimalComma: decimalComma)?.value }
    }

    @Test(
        arguments: [
            ("0", 0), ("007.50", 7.5), ("+3", 3), ("-.5", -0.5), ("5.", 5), (" 52.5\r\n", 52.5),
            ("1e3", 1000),
            ("25E-1", 2.5), ("12345678901234567890123", 1.234_567_890_123_456_8e22), ("1e-400", 0),
            ("0.30000000000000004", 0.300_000_000_000_000_04), ("", nil), (".", nil), ("-", nil),
            ("--1", nil),
            ("1e", nil), ("1e99999", nil), ("1e999", nil), ("nan", nil), ("0x10", nil), ("1 2", nil),
            ("1,5", nil),
            ("1.5.", nil), ("١", nil),
        ] as [(String, Double?)]
    )
    func `reads one number and nothing else`(_ text: String, _ value: Double?) {
        #expect(number(text) == value)
    }

    @Test func `reads a decimal comma where asked to`() {
        #expect(number("-7,25", decimalComma: true) == -7.25)
        #expect(number("7.25", decimalComma: true) == 7.25)
        #expect(number("1,234,5", decimalComma: true) == nil)
        #expect(number("0,12345678901234567890123", decimalComma: true) == 0.123_456_789_012_345_68)
    }

    @Test(arguments: 0..<4 as Range<UInt64>)
    func `reads as the standard library does`(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<2000 {
            let value = Double(Int64(bitPattern: random.next()) >> Int64(random.next() % 60)) / 1e7
            #expect(number("\(value)") == value, "seed \(seed)")
        }
    }
}
