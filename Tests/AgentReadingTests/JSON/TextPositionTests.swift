import BenchmarkSupport
import Testing

@testable import geofence_agent

/// Where a text stops being UTF-8.
@Suite struct TextPositionTests {
    /// Scalar by scalar, as the standard library's parser reads them.
    private static func slowly(_ bytes: [UInt8]) -> TextPosition? {
        var position = TextPosition()
        var parser = Unicode.UTF8.ForwardParser()
        var rest = bytes.makeIterator()
        while true {
            switch parser.parseScalar(from: &rest) {
            case .valid(let scalar): for byte in scalar { position.advance(over: byte) }
            case .emptyInput: return nil
            case .error: return position
            }
        }
    }

    @Test(arguments: [
        [0x41], [0x80], [0xC3], [0xC3, 0xA4], [0xE2, 0x82], [0xC0, 0x80], [0xED, 0xA0, 0x80],
        [0xF5, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF0, 0x9F, 0x98, 0x80], [0xF0, 0x9F, 0x98],
    ])
    func `is where the first character begins that is none`(end: [UInt8]) {
        let text = Array("{\n\"ä€😀\": ".utf8) + end
        let place = TextPosition(ofInvalidUTF8In: text)
        #expect(place == Self.slowly(text))
        #expect(place == nil || place?.line == 2 && place?.column == 8)
    }

    @Test func `is the same in bytes by chance`() {
        var random = SeededGenerator(seed: 7)
        let pieces: [[UInt8]] = [
            [0x0A], [0x61], [0xC3, 0xA4], [0xE2, 0x82, 0xAC], [0xF0, 0x9F, 0x98, 0x80], [0x80], [0xE2],
            [0xFF],
        ]
        for _ in 0..<2000 {
            var text: [UInt8] = []
            for _ in 0..<Int.random(in: 0..<12, using: &random) {
                let isAnything = Int.random(in: 0..<4, using: &random) == 0
                text += pieces[Int.random(in: 0..<(isAnything ? pieces.count : 5), using: &random)]
            }
            #expect(TextPosition(ofInvalidUTF8In: text) == Self.slowly(text), "\(text)")
        }
    }
}
