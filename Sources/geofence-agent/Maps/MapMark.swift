import GeofenceCore

/// A place with a name that a map shows as a dot.
struct MapMark: Hashable {
    let place: Coordinate
    let name: String

    /// Most characters of a name on a map.
    private static let maximumLength = 24

    /// The name, cut where it is too long.
    ///
    /// By scalars, as a character may have any number of marks.
    var label: String {
        let scalars = name.unicodeScalars
        guard scalars.count > Self.maximumLength else { return name }
        return String(String.UnicodeScalarView(scalars.prefix(Self.maximumLength - 1))) + "…"
    }
}
