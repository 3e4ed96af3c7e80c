import GeofenceCore

/// A key of a fence in a format that has texts alone, such as KML's ExtendedData or a table.
///
/// Numbers, lists and objects are written as in JSON; a list of one text also as that text alone.
enum TextProperty {
    private static let numbers = rules(isNumber: true).union([
        .latitude, .longitude, .radius, .width, .minAltitude, .maxAltitude,
    ])
    private static let lists: Set<Fence.Key> = [.wifi, .devices, .groups]
    private static let parsed = rules(isNumber: false).union([
        .schedule, .rules, .bbox, .monitoring, .properties,
    ])

    private static func rules(isNumber: Bool) -> Set<Fence.Key> {
        Set(Fence.keyedRules.filter { $0.field.place.isNumber == isNumber }.map(\.key))
    }

    /// The member of a fence that a text is the value of.
    static func member(_ name: String, _ text: String, at position: TextPosition) -> JSONMember {
        let key = Fence.Key(rawValue: name)
        let value = key.map { Self.value($0, text, position) } ?? .string(text)
        return JSONMember(key: name, position: position, node: JSONNode(position: position, value: value))
    }

    private static func value(_ key: Fence.Key, _ text: String, _ position: TextPosition) -> JSONValue {
        if numbers.contains(key) { return number(text).map { JSONValue.number($0) } ?? .string(text) }
        let json = try? JSONDocument.parse(text).root.moved(to: position).value
        if parsed.contains(key) { return json ?? .string(text) }
        guard lists.contains(key) else { return .string(text) }
        if case .array = json { return json ?? .null }
        return .array([JSONNode(position: position, value: .string(text))])
    }

    /// A number as tables have it; nil where it is none.
    static func number(_ text: some Collection<UInt8>, decimalComma: Bool = false) -> Double? {
        Array(text).withUnsafeBytes { PlainNumber($0, decimalComma: decimalComma)?.value }
    }

    /// A number as texts have it; nil where it is none.
    static func number(_ text: String) -> Double? { number(text.utf8) }
}
