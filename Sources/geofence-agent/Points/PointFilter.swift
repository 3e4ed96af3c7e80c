/// Which points of interest somebody looks for.
struct PointFilter {
    /// Points at most whose texts are read: of those that nobody wants, a request may pass over as many.
    static let mostRead = 20_000
    /// Characters of a text, and tags, at most.
    static let (longestText, mostTags) = (100, 20)

    /// What the name, the id or the city must hold, whatever its case; nil: anything.
    var text: String?
    /// One of these must be among the tags or types; of none: any.
    var tags: Set<String> = []

    /// Whether all points are wanted.
    var isOpen: Bool { text == nil && tags.isEmpty }

    /// Whether a point is wanted, by the object that is published of it.
    func wants(_ point: JSONNode) -> Bool {
        if !tags.isEmpty {
            let own = ["tags", "types"].flatMap { point.member($0)?.elements.compactMap(\.text) ?? [] }
            guard own.contains(where: tags.contains) else { return false }
        }
        guard let text = text?.lowercased() else { return true }
        return ["name", "id", "city"].contains { key in
            point.member(key)?.text?.lowercased().contains(text) == true
        }
    }
}

extension PointTable {
    /// What is published of a point, without distance and bearing; nil where that can't be read.
    func object(_ point: Int) -> JSONNode? {
        let text = String(decoding: text(point) + [UInt8(ascii: "}")], as: UTF8.self)
        return try? JSONDocument.parse(text).root
    }
}
