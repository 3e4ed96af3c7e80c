/// A text of the configuration with environment variables in the place of their names.
///
/// `${NAME}` is the variable's value, `${NAME:-default}` the default where it is not set or empty, and `$${`
/// is `${` itself. Any other `$` stands for itself. What a variable holds is not expanded again.
struct EnvironmentExpansion {
    /// The text; what can't be expanded stays as it was written.
    var text: String { String(decoding: bytes, as: UTF8.self) }
    /// What is wrong, and what to do.
    private(set) var problems: [String] = []

    private var bytes: [UInt8] = []
    private let environment: [String: String]

    /// Expands a text.
    ///
    /// - Complexity: linear in the length of the text and of the values.
    init(_ text: String, _ environment: [String: String]) {
        self.environment = environment
        var rest = Array(text.utf8)[...]
        while let dollar = rest.firstIndex(of: UInt8(ascii: "$")) {
            bytes += rest[..<dollar]
            rest = rest[dollar...]
            if rest.starts(with: "$${".utf8) {
                bytes += "${".utf8
                rest = rest.dropFirst(3)
            } else if rest.starts(with: "${".utf8) {
                rest = expandReference(rest)
            } else {
                bytes.append(rest.removeFirst())
            }
        }
        bytes += rest
    }

    /// Whether a text has anything to expand.
    static func isNeeded(_ text: String) -> Bool {
        var isAfterDollar = false
        return text.utf8.contains { byte in
            defer { isAfterDollar = byte == UInt8(ascii: "$") }
            return isAfterDollar && byte == UInt8(ascii: "{")
        }
    }

    /// Adds what a reference stands for, and gives what follows it.
    private mutating func expandReference(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard let end = text.firstIndex(of: UInt8(ascii: "}")) else {
            problems.append("\"${\" has no } behind it; \(Self.hint)")
            bytes += text
            return []
        }
        let rest = text[(end + 1)...]
        let body = text[..<end].dropFirst(2)
        let name = body.prefix { Self.isNamed($0) }
        let suffix = body[name.endIndex...]
        guard let first = name.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first),
            suffix.isEmpty || suffix.starts(with: ":-".utf8)
        else {
            let shown = String(decoding: text[...end].prefix(64), as: UTF8.self)
            problems.append("\"\(shown)\" names no environment variable; \(Self.hint)")
            bytes += text[...end]
            return rest
        }
        expand(String(decoding: name, as: UTF8.self), default: suffix.isEmpty ? nil : suffix.dropFirst(2))
        return rest
    }

    private mutating func expand(_ name: String, default fallback: ArraySlice<UInt8>?) {
        if let value = environment[name], fallback == nil || !value.isEmpty {
            bytes += value.utf8
        } else if let fallback {
            bytes += fallback
        } else {
            problems.append(
                "the environment variable \(name) is not set; set it for the agent, or write ${\(name):-default}"
            )
        }
    }

    private static let hint = "write ${NAME} or ${NAME:-default}, or $${ for ${ itself"

    private static func isNamed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
