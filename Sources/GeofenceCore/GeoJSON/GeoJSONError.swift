/// Why a feature of GeoJSON is no fence.
public enum GeoJSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Neither the feature nor its properties have an `id`.
    case noID
    /// It is nowhere.
    case noGeometry
    /// It is a point, and neither its properties nor the caller have a radius.
    case noRadius
    /// It is a line, and neither its properties nor the caller have a width.
    case noWidth

    /// What is wrong, for a person.
    public var description: String {
        switch self {
        case .noID: "the feature has no \"id\""
        case .noGeometry: "the feature has no geometry"
        case .noRadius: "a point needs \"radius\" in its properties, in metres, or one for all"
        case .noWidth: "a line needs \"width\" in its properties, in metres, or one for all"
        }
    }
}
