/// What a file of points is, by its first character and, where that tells nothing, by its name.
enum PointFileKind {
    case empty
    /// A list, which is JSON but no GeoJSON.
    case list
    case geoJSON
    case csv

    init(_ bytes: [UInt8], _ path: String) {
        let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        switch bytes[mark...].first(where: { $0 > 0x20 }) {
        case nil: self = .empty
        case UInt8(ascii: "["): self = .list
        case UInt8(ascii: "{"): self = .geoJSON
        default:
            let isJSON = [".geojson", ".json"].contains { path.lowercased().hasSuffix($0) }
            self = isJSON ? .geoJSON : .csv
        }
    }
}
