/// The way to one value in a JSON document, as in RFC 6901: `/gps/lat`, `/points/0`.
struct JSONPointer: Hashable, Sendable {
    /// Names of members or decimal positions of elements, outermost first; none is the whole document.
    let steps: [[UInt8]]

    /// Takes the names as they are.
    init(steps: [String]) {
        self.steps = steps.map { Array($0.utf8) }
    }

    /// Reads `/a/b`; `~1` stands for `/`, `~0` for `~`.
    ///
    /// - Throws: `JSONPointerError` where the text doesn't start with `/`, or a `~` stands alone.
    init(_ text: String) throws(JSONPointerError) {
        guard text.hasPrefix("/") else { throw .noSlash(text) }
        let parts = text.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        var steps: [String] = []
        for part in parts { steps.append(try Self.unescape(part, of: text)) }
        self.init(steps: steps)
    }

    private static func unescape(_ part: Substring, of text: String) throws(JSONPointerError) -> String {
        var plain = ""
        var escaped = false
        for character in part {
            switch (escaped, character) {
            case (false, "~"): escaped = true
            case (false, _): plain.append(character)
            case (true, "0"), (true, "1"):
                plain.append(character == "0" ? "~" : "/")
                escaped = false
            case (true, _): throw .loneTilde(text)
            }
        }
        guard !escaped else { throw .loneTilde(text) }
        return plain
    }
}

/// Why a text is no JSON Pointer.
enum JSONPointerError: Error, Hashable, CustomStringConvertible {
    /// It doesn't start with `/`.
    case noSlash(String)
    /// A `~` is followed by neither 0 nor 1.
    case loneTilde(String)

    var description: String {
        switch self {
        case .noSlash(let text): "\"\(text)\" is no JSON Pointer: it must start with /, as in /gps/lat"
        case .loneTilde(let text): "\"\(text)\" is no JSON Pointer: write ~0 for ~ and ~1 for / in a name"
        }
    }
}
