/// Goes through a text of opening hours, byte by byte, in small letters.
struct HoursScanner {
    /// The text in small letters.
    let bytes: [UInt8]
    private let text: String
    private(set) var position = 0

    init(_ text: String) {
        self.text = text
        bytes = text.utf8.map { (0x41...0x5A).contains($0) ? $0 + 32 : $0 }
    }

    var isAtEnd: Bool { position == bytes.count }

    var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// Goes back to where it was, or on.
    mutating func move(to position: Int) { self.position = position }

    mutating func skipSpaces() {
        while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { position += 1 }
    }

    /// Takes a text that stands next, after spaces, and says whether it did.
    mutating func consume(_ wanted: StaticString) -> Bool {
        skipSpaces()
        let matches = wanted.withUTF8Buffer { bytes[position...].starts(with: $0) }
        if matches { position += wanted.utf8CodeUnitCount }
        return matches
    }

    /// Takes one of several words, at whose end no letter follows, and gives its number.
    mutating func word(of words: [StaticString]) -> Int? {
        skipSpaces()
        let start = position
        for (index, word) in words.enumerated() {
            if consume(word), !(next.map(Self.isLetter) ?? false) { return index }
            position = start
        }
        return nil
    }

    /// Reads a number of so many digits; nil where fewer stand there, digits beyond are left.
    mutating func number(digits: ClosedRange<Int>) -> Int? {
        skipSpaces()
        let start = position
        var value = 0
        while let byte = next, (0x30...0x39).contains(byte), position - start < digits.upperBound {
            value = 10 * value + Int(byte - 0x30)
            position += 1
        }
        guard position - start >= digits.lowerBound else {
            position = start
            return nil
        }
        return value
    }

    static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }

    /// What was written between two positions, without spaces around it.
    func written(from start: Int, to end: Int) -> String {
        let part = Array(text.utf8)[start..<end]
        let isText: (UInt8) -> Bool = { $0 > 0x20 }
        guard let first = part.firstIndex(where: isText), let last = part.lastIndex(where: isText) else {
            return ""
        }
        return String(decoding: part[first...last], as: UTF8.self)
    }

    /// An error at the next character that is no space.
    mutating func error(_ reason: OpeningHoursError.Reason) -> OpeningHoursError {
        skipSpaces()
        let column = String(decoding: Array(text.utf8)[..<position], as: UTF8.self).count + 1
        let rest = written(from: position, to: bytes.count)
        let word = rest.prefix { $0 != " " && $0 != ";" }.prefix(20)
        return OpeningHoursError(reason, column: column, found: String(word))
    }
}
