import GeofenceCore

/// Where a feature of a document is, before it is known to be the place of a fence.
enum FeaturePlace {
    /// Nowhere, as for a fence of networks alone.
    case none
    /// Degrees, as written.
    case point(longitude: Double, latitude: Double)
    /// Of a `Polygon` or a `MultiPolygon`: polygons, their rings, and the positions of each.
    case polygons([[[Position]]], GeometryType)
    /// The middle of a corridor.
    case line([Position])
    /// It could not be read, which has been reported.
    case refused
}
