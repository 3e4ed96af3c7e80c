/// How a file of fences is written.
enum FenceFileFormat: String, Hashable, Sendable, CaseIterable {
    /// A Feature or a FeatureCollection (RFC 7946).
    case geojson
    /// Placemarks of Google Earth and others (OGC KML 2.2).
    case kml
    /// Tracks and routes, which become corridors (GPX 1.0 and 1.1).
    case gpx
    /// A `waypoint`, a `waypoints` document, or a configuration of the OwnTracks apps.
    case owntracks
    /// A table of circles with a header.
    case csv
    /// Lines of Traccar's WKT, latitude first, maybe each behind a name and a tab.
    case wkt
    /// Traccar's own list of geofences, `[{"name": …, "area": "CIRCLE (…)"}]`.
    case traccar

    /// By the end of a file's name, in any case; nil where that does not tell, as with `.json`.
    init?(file: String) {
        switch TrackName(file).fileExtension.lowercased() {
        case "geojson": self = .geojson
        case "kml": self = .kml
        case "gpx": self = .gpx
        case "otrw", "otrc": self = .owntracks
        case "csv", "tsv": self = .csv
        case "wkt": self = .wkt
        default: return nil
        }
    }

    /// By what stands in a file; nil where that is none of the formats.
    ///
    /// JSON is recognised later, by its outermost keys: see `init(json:)`.
    init?(bytes: [UInt8]) {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let text = bytes[start...].drop { $0 <= 0x20 }
        switch text.first {
        case UInt8(ascii: "<"): self = Self.holds("<gpx", text.prefix(1000)) ? .gpx : .kml
        case UInt8(ascii: "{"), UInt8(ascii: "["): self = .geojson
        default:
            if WKTWord.starts(text) {
                self = .wkt
            } else if Self.holds("lat", text.prefix { $0 != 0x0A }.map { $0 | 0x20 }[...]) {
                self = .csv
            } else {
                return nil
            }
        }
    }

    /// Which of the JSON formats a document is; GeoJSON where nothing tells.
    init(json root: JSONNode) {
        switch root.value {
        case .array(let elements):
            let isTraccar = elements.contains { $0.member("area") != nil }
            self = isTraccar ? .traccar : .owntracks
        case .object:
            if root.member("area") != nil {
                self = .traccar
            } else if root.member("_type") != nil || root.member("waypoints") != nil {
                self = .owntracks
            } else {
                self = .geojson
            }
        default: self = .geojson
        }
    }

    /// Whether the document is JSON.
    var isJSON: Bool { [.geojson, .owntracks, .traccar].contains(self) }

    private static func holds(_ word: StaticString, _ text: ArraySlice<UInt8>) -> Bool {
        let count = word.utf8CodeUnitCount
        return text.indices.dropLast(max(0, count - 1)).contains { word.matches(text[$0..<($0 + count)]) }
    }
}
