import GeofenceCore

/// What the configuration calls devices: `devices`, a list of ids with names for people.
enum DeviceNames {
    /// Entries that are read at most.
    static let most = 250_000
    /// Bytes of a name for people.
    static let longest = Fence.longestName

    /// The keys of an element of `devices`.
    enum Key: String, ConfigurationKey { case id, name }

    /// Reads `devices`; an element with something wrong is reported, and left out.
    static func read(_ key: ValueReader) -> [Identifier: String] {
        guard let list = key.list() else { return [:] }
        guard list.count <= most else {
            key.report("has \(list.count) entries, and at most \(most) are read")
            return [:]
        }
        var names: [Identifier: String] = [:]
        var firsts: [Identifier: String] = [:]
        for value in list {
            guard let (id, name) = read(entry: value) else { continue }
            if let first = firsts[id] {
                (value.member(Key.id) ?? value).report(
                    "\"\(id)\" is the id of \(first) too; name each device once"
                )
            } else {
                (names[id], firsts[id]) = (name, value.path.description)
            }
        }
        return names
    }

    private static func read(entry value: ValueReader) -> (Identifier, String)? {
        guard let object = value.object(Key.self) else { return nil }
        let id = object.required(.id, "say which device, such as \"anna-phone\"")?.identifier()
        let name = object.required(.name, "give the device a name for people, such as \"Anna\"")
        let text = name?.line()
        if let text, text.utf8.count > longest {
            name?.report("has \(text.utf8.count) bytes, and a name may have \(longest)")
            return nil
        }
        guard let id, let text else { return nil }
        return (id, text)
    }
}
