import GeofenceCore

/// The properties of a point: its own, those within `address` and those that a user has added.
struct PointProperties {
    private let own: JSONNode?
    private let groups: [JSONNode]

    init(_ properties: JSONNode?) {
        own = properties
        groups = ["address", "user_properties", "userProperties"].compactMap { properties?.member($0) }
    }

    /// The first of some properties that says something.
    func text(_ names: [String]) -> String? {
        for name in names {
            if let text = own?.member(name).flatMap(Self.text) { return text }
        }
        for group in groups {
            for name in names { if let text = group.member(name).flatMap(Self.text) { return text } }
        }
        return nil
    }

    /// A text or a number that says something.
    static func text(_ node: JSONNode) -> String? {
        if let number = node.number { return JSONWriter.text(number) }
        guard let text = node.text, !text.isEmpty else { return nil }
        return text
    }

    /// A list of texts, or one text with commas or semicolons between.
    func list(_ name: String) -> [String] {
        guard let node = own?.member(name) else { return [] }
        if let text = node.text { return Self.parts(text) }
        return node.elements.compactMap(\.text)
    }

    /// The parts of a text between commas, semicolons or bars, without blanks around them.
    static func parts(_ text: String) -> [String] {
        text.split(whereSeparator: { $0 == "," || $0 == ";" || $0 == "|" }).compactMap { part in
            let words = part.split(separator: " ").joined(separator: " ")
            return words.isEmpty ? nil : words
        }
    }

    /// The radius of its own that the point has: the first property of that name that says something.
    func radius(_ intake: inout PointImporter) -> Double? {
        guard let name = intake.settings.radius else { return nil }
        let nodes = ([own] + groups).compactMap { $0?.member(name) }
        guard let node = nodes.first(where: { $0.value != .null && $0.text != "" }) else { return nil }
        let number = node.number ?? node.text.flatMap { TextProperty.number($0) }
        let written = node.text.map { "\"\($0)\"" } ?? Self.text(node) ?? node.value.kind
        return intake.radius(number, written: written, at: node.position)
    }

    /// When the point is open.
    func clocks(_ intake: inout PointImporter) -> PointTable.Clocks? {
        for name in PointNames.hours {
            guard let node = own?.member(name) else { continue }
            if let text = node.text, !text.isEmpty { return intake.clocks(text, at: node.position) }
            if let weekly = WeeklyHours(node) { return weekly.clocks(&intake) }
        }
        return nil
    }
}
