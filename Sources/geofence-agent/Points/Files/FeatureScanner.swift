/// Finds the features in the text of a GeoJSON collection one after the other, so that a large file is never
/// there as a tree.
///
/// It looks at brackets and quotation marks alone; whoever reads a feature finds out what is wrong in it.
struct FeatureScanner {
    private let bytes: [UInt8]
    private var at = 0
    private var line = 1
    private var lineStart = 0

    /// The bytes of a feature, and where it begins.
    struct Feature {
        let bytes: [UInt8]
        let position: TextPosition
    }

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
    }

    /// Goes to the first element of the list under a key of the outermost object; false where there is none.
    mutating func enter(_ key: String) -> Bool {
        skipSpace()
        guard byte == UInt8(ascii: "{") else { return false }
        at += 1
        while true {
            skipSpace()
            let start = at
            guard byte == UInt8(ascii: "\"") else { return false }
            skipValue()
            let isKey = bytes[start..<at].dropFirst().dropLast().elementsEqual(key.utf8)
            skipSpace()
            guard byte == UInt8(ascii: ":") else { return false }
            at += 1
            skipSpace()
            if isKey, byte == UInt8(ascii: "[") {
                at += 1
                return true
            }
            skipValue()
            skipSpace()
            guard byte == UInt8(ascii: ",") else { return false }
            at += 1
        }
    }

    /// The next feature; nil at the end of the list.
    mutating func next() -> Feature? {
        skipSpace()
        if byte == UInt8(ascii: ",") { at += 1 }
        skipSpace()
        guard let byte, byte != UInt8(ascii: "]") else { return nil }
        let (start, position) = (at, position)
        skipValue()
        if at == start { at += 1 }
        return Feature(bytes: Array(bytes[start..<at]), position: position)
    }

    /// Whether the list ends here as it ought to.
    var isAtEnd: Bool { byte == UInt8(ascii: "]") }

    /// Where it is; columns are counted in bytes.
    var position: TextPosition { TextPosition(line: line, column: at - lineStart + 1) }

    private var byte: UInt8? { at < bytes.count ? bytes[at] : nil }

    private mutating func skipSpace() {
        while let byte, byte <= 0x20 { step(byte) }
    }

    private mutating func step(_ byte: UInt8) {
        at += 1
        if byte == 0x0A { (line, lineStart) = (line + 1, at) }
    }

    /// Goes behind a value: to the bracket that closes it, the end of its text, or the next comma or bracket.
    private mutating func skipValue() {
        var depth = 0
        while let byte {
            switch byte {
            case UInt8(ascii: "\""):
                skipText()
                if depth == 0 { return }
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard depth > 0 else { return }
                depth -= 1
                if depth == 0 { return at += 1 }
            case UInt8(ascii: ",") where depth == 0: return
            default: break
            }
            step(byte)
        }
    }

    private mutating func skipText() {
        at += 1
        while let byte {
            step(byte)
            if byte == UInt8(ascii: "\"") { return }
            if byte == UInt8(ascii: "\\"), let next = self.byte { step(next) }
        }
    }
}
