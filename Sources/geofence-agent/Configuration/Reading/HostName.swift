internal import CLibrary

/// What may stand for a host: a name of the DNS, or an address.
enum HostName {
    /// Why a text can be none; nil where it can.
    ///
    /// Source: RFC 1123, 2.1, and RFC 1035, 2.3.4, with `_`, which names in private networks have.
    static func problem(_ text: String) -> String? {
        if text.contains(":") { return isIPv6(text) ? nil : "is no address of IPv6" }
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else {
            return "has letters that no name in the DNS has; write it in ASCII, as xn--…"
        }
        let name = text.hasSuffix(".") ? text.dropLast() : text[...]
        guard name.utf8.count <= 253 else {
            return "has \(name.utf8.count) bytes, and a name has at most 253"
        }
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        for label in labels { if let problem = problem(label: label) { return problem } }
        guard let last = labels.last, last.allSatisfy(\.isNumber) else { return nil }
        return isIPv4(text) ? nil : "is no address of IPv4: that is four numbers from 0 to 255"
    }

    private static func problem(label: Substring) -> String? {
        if label.isEmpty { return "has nothing between two points, or in front of one" }
        if label.utf8.count > 63 {
            return "has a part of \(label.utf8.count) bytes, and at most 63 are allowed"
        }
        if label.hasPrefix("-") || label.hasSuffix("-") { return "has a part that begins or ends with -" }
        let odd = label.first { !($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
        return odd.map { "has \(String($0).debugDescription), which no name has" }
    }

    private static func isIPv4(_ text: String) -> Bool {
        var address = in_addr()
        return inet_pton(AF_INET, text, &address) == 1
    }

    /// With a zone behind `%`, where it has one.
    private static func isIPv6(_ text: String) -> Bool {
        var address = in6_addr()
        let parts = text.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
        return parts.last?.isEmpty == false && inet_pton(AF_INET6, String(parts[0]), &address) == 1
    }
}
