import GeofenceCore

extension Fence {
    /// All keys of the configuration, as far as they say something; rules that are those of `general` are
    /// left out.
    func members(general: Rules) -> [(String, JSONValue?)] {
        let name = name.flatMap { $0.isEmpty ? nil : JSONValue.string($0) }
        return [("id", .string(id.description)), ("name", name)] + place + properties(general: general)
    }

    private var place: [(String, JSONValue?)] {
        switch shape {
        case .circle(let circle):
            [
                ("latitude", .number(circle.center.latitude)),
                ("longitude", .number(circle.center.longitude)),
                ("radius", .number(circle.radius)),
            ]
        case .corridor(let corridor): [("geometry", shape?.geometry), ("width", .number(corridor.width))]
        case .rectangle(let rectangle): [("bbox", rectangle.bbox)]
        case .area: [("geometry", shape?.geometry)]
        case nil: [("radius", (follows?.radius).map(JSONValue.number))]
        }
    }
}
