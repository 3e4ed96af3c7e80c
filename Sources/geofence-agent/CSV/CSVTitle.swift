/// The title of a column: `Speed (km/h)` is `speed`, in km/h.
struct CSVTitle: Hashable {
    /// In lower case, without the unit.
    var name: String
    /// What stands behind it in brackets, in lower case.
    let unit: String?

    init(_ cell: ArraySlice<UInt8>) {
        let title = String(decoding: cell, as: UTF8.self).lowercased()
        let bracket = title.firstIndex { $0 == "(" || $0 == "[" } ?? title.endIndex
        let before = title[..<bracket]
        let end = before.lastIndex { $0 != " " }.map(title.index(after:)) ?? title.startIndex
        name = String(title[..<end])
        let inside = title[bracket...].dropFirst().prefix { $0 != ")" && $0 != "]" }
        unit = bracket == title.endIndex ? nil : String(inside)
    }

    /// Whether a length is in metres, as where no unit is named.
    var isInMetres: Bool { unit.map { ["m", "metre", "metres", "meter", "meters"].contains($0) } ?? true }

    /// The field for a speed with this unit; without one, that of `auto`; nil for a unit that is not known.
    var speedUnit: Field? {
        switch unit {
        case nil: .speed
        case "km/h", "kmh", "kph": .speedKMH
        case "m/s", "mps": .speedMPS
        case "kn", "kt", "kts", "knots": .speedKnots
        case "mph", "mi/h": .speedMPH
        default: nil
        }
    }
}
