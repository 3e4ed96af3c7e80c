/// The elements of KML that mean something here.
enum KMLTag: String {
    case kml, placemark = "Placemark", name, data = "Data", value, simpleData = "SimpleData"
    case polygon = "Polygon", inner = "innerBoundaryIs", linearRing = "LinearRing", lineString = "LineString"
    case point = "Point", coordinates, networkLink = "NetworkLink"
    /// A geometry that can't be a fence's: a model, a recorded track.
    case unsupported
    /// Anything else.
    case other

    init(_ name: ArraySlice<UInt8>) {
        let name = String(decoding: name, as: UTF8.self)
        self =
            KMLTag(rawValue: name)
            ?? (["Model", "Track", "MultiTrack"].contains(name) ? .unsupported : .other)
    }

    /// Whether the text in it is read.
    var hasText: Bool {
        switch self {
        case .name, .value, .simpleData, .coordinates: true
        default: false
        }
    }
}
