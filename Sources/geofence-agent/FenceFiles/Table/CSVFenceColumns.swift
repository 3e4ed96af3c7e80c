import GeofenceCore

/// What the columns of a table of circles are about, known from its header.
struct CSVFenceColumns {
    /// The titles as they are written.
    let titles: [String]
    /// How many there are.
    var count: Int { titles.count }
    let id: Int?
    let name: Int?
    let latitude: Int
    let longitude: Int
    /// Nil where one radius is to be taken for all.
    let radius: Int?
    /// Metres in one of the radius's unit.
    let radiusUnit: Double
    /// Columns that are called like another key of a fence.
    let keys: [(column: Int, key: Fence.Key)]

    private static let ids = ["id", "fence", "fence_id", "fenceid", "key", "rid"]
    private static let names = ["name", "title", "label", "desc", "description"]
    static let latitudes = ["latitude", "lat", "y"]
    static let longitudes = ["longitude", "lon", "lng", "long", "x"]
    private static let radii = ["radius", "rad", "radius_m", "r", "radius_km"]
    private static let units = ["m": 1.0, "metres": 1, "meters": 1, "km": 1000]

    /// Takes a header; nil where it has no places, or a radius in a unit that is not known.
    init?(_ header: CSVRow) {
        let titles = header.cells.indices.map { CSVTitle(header[$0]) }
        func column(_ names: [String]) -> Int? {
            names.lazy.compactMap { name in titles.firstIndex { $0.name == name } }.first
        }
        guard let latitude = column(Self.latitudes), let longitude = column(Self.longitudes) else {
            return nil
        }
        self.titles = header.cells.indices.map { String(decoding: header[$0], as: UTF8.self) }
        (self.latitude, self.longitude) = (latitude, longitude)
        (id, name, radius) = (column(Self.ids), column(Self.names), column(Self.radii))
        let title = radius.map { titles[$0] }
        guard let unit = Self.units[title?.name == "radius_km" ? "km" : title?.unit ?? "m"] else {
            return nil
        }
        radiusUnit = unit
        let own = Fence.Key.allCases.filter { FeatureKeys.isOwn($0.rawValue) }
        keys = titles.enumerated().compactMap { column, title in
            own.first { $0.rawValue.lowercased() == title.name }.map { (column, $0) }
        }
    }
}
