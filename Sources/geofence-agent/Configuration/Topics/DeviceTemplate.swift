import GeofenceCore

/// How the id of a device is found for a message of a source.
enum DeviceTemplate: Hashable, Sendable {
    /// It is one level of the topic, counted from 0.
    case level(Int)
    /// It is put together from levels and fixed text.
    case composed([Piece])
    /// It stands in the payload.
    case payload(JSONPointer)

    /// A part of a composed id.
    enum Piece: Hashable, Sendable {
        case text([UInt8])
        /// A level of the topic, counted from 0.
        case level(Int)
    }

    /// Reads `{user}-{device}`, or `$.device.uniqueId` for a place in the payload; nil is `{device}`.
    ///
    /// Without braces it is the id itself: a topic of one device alone.
    /// - Throws: `DeviceTemplateError` for the first thing that is wrong.
    init(_ text: String?, variables: [String: Int]) throws(DeviceTemplateError) {
        guard let text else {
            guard let level = variables["device"] else { throw .missing }
            self = .level(level)
            return
        }
        if text.hasPrefix("$") {
            self = .payload(try Self.pointer(text))
        } else {
            let pieces = try Self.pieces(text, variables: variables)
            if pieces.count == 1, case .level(let level) = pieces[0] {
                self = .level(level)
            } else {
                self = .composed(pieces)
            }
        }
    }

    private static func pointer(_ text: String) throws(DeviceTemplateError) -> JSONPointer {
        let steps = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard steps.count > 1, steps[0] == "$", !steps.contains(""), !text.contains("["), !text.contains("]")
        else { throw .path(text) }
        return JSONPointer(steps: Array(steps.dropFirst()))
    }

    private static func pieces(_ text: String, variables: [String: Int]) throws(DeviceTemplateError)
        -> [Piece]
    {
        var pieces: [Piece] = []
        var rest = text.unicodeScalars[...]
        var example = ""
        while let open = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
            guard rest[open] == "{", let close = rest[open...].firstIndex(of: "}") else {
                throw .braces(text)
            }
            let name = String(rest[rest.index(after: open)..<close])
            guard let level = variables[name] else { throw .unknown(name, known: variables.keys.sorted()) }
            if open > rest.startIndex { pieces.append(.text(Array(String(rest[..<open]).utf8))) }
            pieces.append(.level(level))
            example += String(rest[..<open]) + "x"
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { pieces.append(.text(Array(String(rest).utf8))) }
        try check(example + String(rest))
        return pieces
    }

    private static func check(_ example: String) throws(DeviceTemplateError) {
        do {
            _ = try Identifier(example)
        } catch {
            throw .identifier(error)
        }
    }
}
