/// Reads one value of the configuration, and reports it where it is not what is needed.
///
/// Each function returns nil after a report, so that reading goes on and finds all that is wrong.
struct ValueReader {
    /// The value.
    let node: JSONNode
    /// The way to it.
    let path: ValuePath
    /// Where reports go.
    let reading: ConfigurationReading

    /// Reports what is wrong with the value, and what to do.
    func report(_ message: String) {
        reading.report(message, path: path.description, position: node.position)
    }

    /// Reports what deserves a look.
    func warn(_ message: String) {
        reading.warn(message, path: path.description, position: node.position)
    }

    /// The way to a member.
    func path(to name: String) -> ValuePath { .member(path, name) }

    /// The way to it for a report that may be on another file: with its own file in front then.
    func path(in other: ConfigurationReading?) -> String {
        reading === other ? path.description : "\(path) in \(reading.file)"
    }

    /// Whether it is a list; nothing is reported.
    var isList: Bool { if case .array = node.value { true } else { false } }

    /// The reader of a member.
    func child(_ node: JSONNode, name: String) -> ValueReader {
        ValueReader(node: node, path: path(to: name), reading: reading)
    }

    /// An object with known keys.
    func object<Key: ConfigurationKey>(_ keys: Key.Type) -> ObjectReader<Key>? {
        guard case .object(let members) = node.value else { return wrongKind("an object in { }") }
        return ObjectReader(members, of: self)
    }

    /// The member of a key, if this is an object that has it; nothing is reported.
    func member(_ key: some ConfigurationKey) -> ValueReader? {
        guard case .object(let members) = node.value else { return nil }
        return members.first { $0.key == key.rawValue }.map { child($0.node, name: $0.key) }
    }

    /// The elements of a list.
    func list() -> [ValueReader]? {
        guard case .array(let nodes) = node.value else { return wrongKind("a list in [ ]") }
        return nodes.enumerated().map { ValueReader(node: $1, path: .element(path, $0), reading: reading) }
    }

    /// An element of a list, if this is one that has it; nothing is reported.
    func element(_ index: Int) -> ValueReader? {
        guard case .array(let nodes) = node.value, nodes.indices.contains(index) else { return nil }
        return ValueReader(node: nodes[index], path: .element(path, index), reading: reading)
    }

    /// The elements, if this is a list; nothing is reported.
    var elements: [ValueReader] {
        guard case .array = node.value else { return [] }
        return list() ?? []
    }

    /// `true` or `false`.
    func flag() -> Bool? {
        guard case .bool(let flag) = node.value else { return wrongKind("true or false") }
        return flag
    }

    /// A string of at least one character, without U+0000.
    func text() -> String? {
        guard case .string(let text) = node.value else { return wrongKind("a string in quotation marks") }
        guard !text.isEmpty else { return refuse("must not be empty") }
        guard !text.utf8.contains(0) else { return refuse("must not hold the character U+0000") }
        return text
    }

    /// A string that MQTT can carry: no control characters, 65,535 bytes at most.
    func line() -> String? {
        guard let text = text() else { return nil }
        guard text.unicodeScalars.allSatisfy(TopicPattern.isAllowed) else {
            return refuse("must not hold control characters")
        }
        guard text.utf8.count <= 65535 else {
            return refuse("may have 65535 bytes, this has \(text.utf8.count)")
        }
        return text
    }

    /// One of some words.
    func choice<Choice: RawRepresentable<String> & CaseIterable>(_ choices: Choice.Type) -> Choice? {
        guard let text = text() else { return nil }
        if let choice = Choice(rawValue: text) { return choice }
        return refuse(choiceMessage(text, among: Choice.allCases.map(\.rawValue)))
    }

    /// What to say of a word that is none of those known.
    func choiceMessage(_ text: String, among known: [String]) -> String {
        if let nearest = NearestName.of(text, among: known) {
            return "\"\(text)\" is unknown, did you mean \"\(nearest)\"?"
        }
        return "\"\(text)\" is unknown; one of " + known.joined(separator: ", ")
    }

    /// Reports that the value is of another kind.
    func wrongKind<Result>(_ expected: String) -> Result? {
        refuse("must be \(expected), not \(node.value.kind)")
    }

    /// Reports, and is nil.
    func refuse<Result>(_ message: String) -> Result? {
        report(message)
        return nil
    }
}
