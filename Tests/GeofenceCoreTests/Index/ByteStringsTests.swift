import BenchmarkSupport
@testable import GeofenceCore
import Testing

/// Short texts are found by their numbers, whichever were put in the place of others.
@Suite struct ByteStringsTests {
    private func text(_ number: Int, _ strings: ByteStrings) -> String {
        strings.with(number) { String(decoding: $0, as: UTF8.self) }
    }

    @Test func `numbers below the first are empty`() {
        var strings = ByteStrings()
        strings.set(2, "van")
        #expect(strings.count == 3)
        #expect((0..<3).map(strings.isEmpty) == [true, true, false])
        #expect((0..<3).map { text($0, strings) } == ["", "", "van"])
    }

    @Test func `the longest name of a device has a place`() {
        var strings = ByteStrings()
        let longest = String(repeating: "x", count: Identifier.maximumBytes)
        for number in 0..<3 { strings.set(number, longest) }
        #expect(text(2, strings) == longest)
        let most = String(repeating: "x", count: 255)
        strings.set(1, most)
        #expect((0..<3).map { text($0, strings) } == [longest, most, longest])
    }

    /// A thousand random changes, beside an array.
    @Test func `holds what an array holds`() {
        var random = SeededGenerator(seed: 5)
        var (strings, plain) = (ByteStrings(), [String](repeating: "", count: 20))
        strings.set(19, "")
        for _ in 0..<1000 {
            let number = Int.random(in: 0..<20, using: &random)
            let new = String(repeating: "é", count: Int.random(in: 0..<60, using: &random))
            strings.set(number, new)
            plain[number] = new
            #expect((0..<20).map { text($0, strings) } == plain)
        }
    }
}
