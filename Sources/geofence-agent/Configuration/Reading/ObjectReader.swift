/// Reads the members of one object of the configuration.
struct ObjectReader<Key: ConfigurationKey> {
    private let object: ValueReader
    /// In the file's order; there are few, and each is looked for once.
    private var values: [(key: Key, value: ValueReader)] = []

    /// Takes the members and reports every one whose key isn't known.
    init(_ members: [JSONMember], of object: ValueReader) {
        self.object = object
        values.reserveCapacity(min(members.count, 8))
        for member in members {
            if let key = Key(rawValue: member.key) {
                values.append((key, object.child(member.node, name: member.key)))
            } else {
                reportUnknown(member)
            }
        }
    }

    /// The value of a key; nil where the key is absent.
    subscript(key: Key) -> ValueReader? { values.last { $0.key == key }?.value }

    /// The value of a key that has no default; where it is absent that is reported.
    func required(_ key: Key, _ whatToDo: String) -> ValueReader? {
        let value = self[key]
        if value == nil { reportMissing(key, whatToDo) }
        return value
    }

    /// Reports that a key is absent.
    func reportMissing(_ key: Key, _ whatToDo: String) {
        let path = object.path(to: key.rawValue).description
        object.reading.report("missing; \(whatToDo)", path: path, position: object.node.position)
    }

    private func reportUnknown(_ member: JSONMember) {
        let path = object.path(to: member.key).description
        let isOneOfMany = object.reading.problems.count >= Self.mostHints
        let message = isOneOfMany ? "unknown key" : Self.message(for: member.key)
        object.reading.report(message, path: path, position: member.position)
    }

    /// Problems after which an unknown key is no longer compared with those that are known.
    private static var mostHints: Int { 100 }

    private static func message(for key: String) -> String {
        if let reason = Key.refused[key] { return reason }
        if let nearest = NearestName.of(key, among: Key.names) {
            return "unknown key, did you mean \"\(nearest)\"?"
        }
        return "unknown key; known here: " + Key.names.sorted().joined(separator: ", ")
    }
}
