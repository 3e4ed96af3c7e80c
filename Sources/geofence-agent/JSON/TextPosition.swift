/// A place in a text file.
struct TextPosition: Hashable, Sendable, CustomStringConvertible {
    /// The line, from 1; lines end with a line feed.
    var line = 1
    /// The column, from 1, in Unicode code points: a tab counts as one, a carriage return as one.
    var column = 1

    /// `line:column`.
    var description: String { "\(line):\(column)" }

    /// Steps over one byte of UTF-8.
    mutating func advance(over byte: UInt8) {
        if byte == UInt8(ascii: "\n") {
            line += 1
            column = 1
        } else if byte & 0xC0 != 0x80 {
            column += 1
        }
    }
}
