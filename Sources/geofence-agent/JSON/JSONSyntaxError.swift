/// Why a text is no JSON document, and where.
struct JSONSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Where the offending character stands.
    let position: TextPosition
    /// What is wrong there.
    let reason: Reason

    /// What can be wrong.
    enum Reason: Hashable, Sendable {
        /// The text ends where something is still needed.
        case end(expected: String)
        /// Something else was needed here.
        case unexpected(found: Unicode.Scalar, expected: String)
        /// A comma stands before a closing bracket.
        case trailingComma
        /// `//`, `/*` or `#`.
        case comment
        /// Something follows the document.
        case trailing
        /// The object has the key already.
        case duplicateKey(String, first: TextPosition)
        /// Digits that make no JSON number, or one beyond the range of a `Double`.
        case number(String)
        /// A raw control character in a string.
        case control(UInt8)
        /// A backslash with something that JSON doesn't know.
        case escape
        /// Half of a UTF-16 pair.
        case surrogate
        /// More than `limit` lists and objects within each other.
        case depth(limit: Int)
    }

    /// What is wrong, for a person; without the position.
    var description: String {
        switch reason {
        case .end(let expected): "the file ends here, but \(expected) is missing"
        case .unexpected(let found, let expected): "expected \(expected), found \(Self.quoted(found))"
        case .trailingComma: "nothing follows this comma: remove it"
        case .comment: "JSON has no comments: remove this one"
        case .trailing: "the document is complete before this: remove the rest"
        case .duplicateKey(let key, let first):
            "the key \"\(key)\" stands at \(first) already: remove one of them"
        case .number(let text):
            "\"\(text)\" is no JSON number: digits, a point for decimals, no leading 0 or +, within ±1.8e308"
        case .control(let byte):
            "a string must not hold the control character U+\(Self.hexadecimal(UInt32(byte))): close it with \", or write \\n, \\t, \\u00XX"
        case .escape:
            "a backslash must be followed by one of \" \\ / b f n r t, or u and four hexadecimal digits"
        case .surrogate: "this \\u escape is half of a pair: write the character itself"
        case .depth(let limit): "more than \(limit) lists and objects within each other"
        }
    }

    private static func quoted(_ scalar: Unicode.Scalar) -> String {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator:
            "U+\(hexadecimal(scalar.value))"
        default: "'\(scalar)'"
        }
    }

    private static func hexadecimal(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
