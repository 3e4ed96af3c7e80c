import GeofenceCore

/// What some fences come to: how many of which kind, their corners, the ground that they cover, and where
/// they lie.
struct FenceTotals: Hashable {
    /// How many there are.
    let count: Int
    /// `2 circles, 1 by WiFi alone`.
    private let kinds: [FenceKind: Int]
    private let kindText: String
    /// Corners of polygons and rectangles, and positions of lines.
    private(set) var corners = 0
    /// The sum over the fences: what lies in several counts for each.
    private(set) var squareMetres = 0.0
    /// Nil where no fence has a place of its own.
    let extent: FenceBounds?

    /// Counts and measures.
    ///
    /// - Complexity: O(n log n) for n positions.
    init(_ fences: [Fence]) {
        count = fences.count
        kinds = Dictionary(uniqueKeysWithValues: FenceKind.counts(fences).map { ($0.kind, $0.count) })
        kindText = FenceKind.text(fences)
        var extents: [ShapeExtent] = []
        for shape in fences.lazy.compactMap(\.shape) {
            let extent = shape.extent
            extents.append(extent)
            squareMetres += extent.squareMetres
            corners += shape.corners
        }
        extent = FenceBounds(extents)
    }

    /// `3 fences (2 areas, 1 circle): 12 corners, 1.50 km², 52.30…52.70 N, 13.00…13.90 E`.
    var text: String {
        var facts: [String] = []
        if corners > 0 { facts.append("\(corners) corners") }
        if let extent { facts += [Self.ground(squareMetres), extent.text] }
        let head = "\(count) \(count == 1 ? "fence" : "fences") (\(kindText))"
        return facts.isEmpty ? head : "\(head): \(facts.joined(separator: ", "))"
    }

    /// `{"fences":3,"kinds":{"area":2,"circle":1},"corners":12,"squareMetres":1500000,"bbox":[13,52.3,13.9,52.7]}`.
    var json: JSONValue {
        let kinds = FenceKind.allCases.map { kind in
            (kind.rawValue, self.kinds[kind].map { JSONValue.number(Double($0)) })
        }
        return .members([
            ("fences", .number(Double(count))), ("kinds", .members(kinds)),
            ("corners", .number(Double(corners))), ("squareMetres", .number(squareMetres.rounded())),
            ("bbox", extent?.json),
        ])
    }

    private static func ground(_ squareMetres: Double) -> String {
        squareMetres < 100_000
            ? "\(NumberRange.text(squareMetres.rounded())) m²"
            : "\(DecimalText.of(squareMetres / 1_000_000, places: 2)) km²"
    }
}

extension Shape {
    fileprivate var corners: Int {
        switch self {
        case .circle: 0
        case .area(let area): area.polygons.joined().reduce(0) { $0 + max(0, $1.count - 1) }
        case .corridor(let corridor): corridor.line.count
        case .rectangle: 4
        }
    }
}
