import CLibrary

/// Whether a request is meant for this machine.
///
/// A page of somebody else's can have its own name lead here (DNS rebinding); a browser then takes both for
/// one. An address can't be led elsewhere.
struct HostCheck {
    private let names: Set<String>

    /// `more` are names besides this machine's own.
    init(_ more: [String], machine: String = Self.machine) {
        let own = machine.lowercased()
        names = Set(more + ["localhost"] + (own.isEmpty ? [] : [own, own + ".local"]))
    }

    /// The name of this machine; empty where it has none.
    static var machine: String {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "" }
        return String(characters: name.prefix { $0 != 0 })
    }

    /// What is said where it is not.
    static let refusal = "this name is not known here; use an address, or add the name to http.hosts"

    /// Whether a request may have what has no secrets: one without a `Host` is no browser's, as of a program
    /// that looks whether the agent is well.
    func allows(any hosts: [String]) -> Bool { hosts.isEmpty || hosts.count == 1 && allows(hosts[0]) }

    /// Whether a request's `Host` is an address, or a name of ours.
    func allows(_ host: String?) -> Bool {
        guard let host, let name = Self.name(host) else { return false }
        var room = in6_addr()
        if inet_pton(AF_INET, name, &room) == 1 { return true }
        if name.hasPrefix("["), name.hasSuffix("]") {
            return inet_pton(AF_INET6, String(name.dropFirst().dropLast()), &room) == 1
        }
        return names.contains(name) || name.hasSuffix(".localhost")
    }

    /// What stands in front of the port, in small letters.
    private static func name(_ host: String) -> String? {
        let end = host.hasPrefix("[") ? host.firstIndex(of: "]").map(host.index(after:)) : nil
        let split = end ?? host.firstIndex(of: ":") ?? host.endIndex
        let port = host[split...]
        guard port.isEmpty || port.first == ":" && UInt16(port.dropFirst()) != nil else { return nil }
        return String(host[..<split]).lowercased()
    }
}
