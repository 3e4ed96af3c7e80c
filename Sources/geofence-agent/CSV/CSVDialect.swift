/// How a table is written, told from its first line.
struct CSVDialect: Hashable {
    /// `,`, `;` or a tab.
    var separator = UInt8(ascii: ",")
    /// Where the header begins.
    var start = 0
    /// The line in which it begins, from 1.
    var line = 1

    /// Whether numbers may have a decimal comma: where a comma separates nothing.
    var hasDecimalComma: Bool { separator != UInt8(ascii: ",") }

    /// Takes the separator that the first line has most of outside quotes, or the one that Excel's first line `sep=;` names.
    init(_ bytes: UnsafeRawBufferPointer) {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF] as [UInt8]) { start = 3 }
        while start < bytes.count, bytes[start] == 0x0A || bytes[start] == 0x0D {
            if bytes[start] == 0x0A { line += 1 }
            start += 1
        }
        let header = bytes[start...].prefix { $0 != 0x0A }
        if header.count >= 5, header.prefix(4).elementsEqual("sep=".utf8), header.count <= 6 {
            separator = header[start + 4]
            start = min(header.endIndex + 1, bytes.count)
            line += 1
        } else {
            separator = Self.separator(header)
        }
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
