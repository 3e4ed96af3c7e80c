/// How a table is written, known from its first line.
struct CSVDialect: Hashable {
    /// `,`, `;` or a tab.
    var separator = UInt8(ascii: ",")
    /// Where the header begins.
    var start = 0
    /// The line in which it begins, from 1.
    var line = 1

    /// Whether numbers may have a decimal comma: where a comma separates nothing.
    var hasDecimalComma: Bool { separator != UInt8(ascii: ",") }

    /// Takes the separator that the first line has most of outside quotes, or the one that Excel's first line
    /// `sep=;` names.
    init(_ bytes: UnsafeRawBufferPointer) {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF] as [UInt8]) { start = 3 }
        while start < bytes.count, bytes[start] == 0x0A || bytes[start] == 0x0D {
            if bytes[start] == 0x0A { line += 1 }
            start += 1
        }
        let header = bytes[start...].prefix { $0 != 0x0A }
        if let named = Self.named(header) {
            separator = named
            // Where it is all of the file, the header is missing in this line.
            if header.endIndex < bytes.count { line += 1 }
            start = min(header.endIndex + 1, bytes.count)
        } else {
            separator = Self.separator(header)
        }
    }

    /// The separator that a first line `sep=;` names.
    private static func named(_ header: Slice<UnsafeRawBufferPointer>) -> UInt8? {
        let text = header.last == 0x0D ? header.dropLast() : header
        return text.count == 5 && text.prefix(4).elementsEqual("sep=".utf8) ? text.last : nil
    }

    private static func separator(_ header: Slice<UnsafeRawBufferPointer>) -> UInt8 {
        var counts: [UInt8: Int] = [:]
        var isQuoted = false
        for byte in header {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if !isQuoted { counts[byte, default: 0] += 1 }
        }
        var best = UInt8(ascii: ",")
        for other in [UInt8(ascii: ";"), UInt8(ascii: "\t")]
        where counts[other, default: 0] > counts[best, default: 0] {
            best = other
        }
        return best
    }
}
