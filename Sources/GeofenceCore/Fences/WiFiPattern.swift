/// What a fence says of the networks that belong to it.
public enum WiFiPattern: Hashable, Sendable {
    /// A network's name, compared byte for byte.
    case ssid(String)
    /// An access point's address as lower-case hexadecimal digits without separators, `*` for any run of
    /// digits.
    case bssid(String)

    /// Reads `DepotNet` as a name, `bssid:aa:bb:cc:*` as an address pattern (any case; `:`, `-`, `.` are
    /// skipped).
    ///
    /// - Throws: `FenceError.wifi` for an empty name, one over 32 bytes, or a pattern with other characters
    ///   or over 12 digits.
    public init(_ text: String) throws(FenceError) {
        let prefix = "bssid:"
        if text.lowercased().hasPrefix(prefix) {
            self = .bssid(try Self.pattern(text))
        } else if text.isEmpty || text.utf8.count > 32 {
            throw .wifi(text)
        } else {
            self = .ssid(text)
        }
    }

    private static func pattern(_ text: String) throws(FenceError) -> String {
        var digits = ""
        for character in text.lowercased().dropFirst("bssid:".count) where !":-.".contains(character) {
            guard character == "*" || (character.isASCII && character.isHexDigit) else { throw .wifi(text) }
            digits.append(character)
        }
        let count = digits.count { $0 != "*" }
        guard count <= 12, !digits.isEmpty, digits.contains("*") || count == 12 else { throw .wifi(text) }
        return digits
    }

    /// Whether both have the same bytes: Swift holds texts for equal that differ in these.
    public static func == (a: WiFiPattern, b: WiFiPattern) -> Bool {
        switch (a, b) {
        case (.ssid(let a), .ssid(let b)), (.bssid(let a), .bssid(let b)): a.utf8.elementsEqual(b.utf8)
        default: false
        }
    }

    /// As it stands in a configuration.
    public var description: String {
        switch self {
        case .ssid(let name): name
        case .bssid(let pattern): "bssid:\(pattern)"
        }
    }
}
