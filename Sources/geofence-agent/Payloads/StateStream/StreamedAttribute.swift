/// What one value is about that has a topic of its own.
enum StreamedAttribute: Hashable, Sendable {
    /// Degrees.
    case latitude, longitude
    /// Metres.
    case accuracy
    /// A network's name, an access point's address.
    case ssid, bssid
    /// The state of an entity, with which Home Assistant begins each report.
    case state
    /// When the values are of.
    case updated

    private static let names = NameTable<Self>([
        (.latitude, ["latitude", "lat"]), (.longitude, ["longitude", "lon", "lng"]),
        (.accuracy, ["gps_accuracy", "accuracy", "horizontal_accuracy"]),
        (.ssid, ["ssid", "wifi_ssid", "wifi_connection"]), (.bssid, ["bssid", "wifi_bssid"]),
        (.state, ["state"]), (.updated, ["last_updated"]),
    ])
    private static let endings: [(ending: String, attribute: Self)] = [
        ("_latitude", .latitude), ("_longitude", .longitude), ("_gps_accuracy", .accuracy),
        ("_ssid", .ssid), ("_bssid", .bssid),
    ]

    /// The attribute of a name such as `latitude`, or `tracker_latitude` as ESPHome makes it of a sensor's
    /// name; nil for any other.
    init?(_ name: UnsafeRawBufferPointer) {
        if let known = Self.names[name] {
            self = known
        } else {
            let known = Self.endings.first { name.suffix($0.ending.utf8.count).elementsEqual($0.ending.utf8) }
            guard let known else { return nil }
            self = known.attribute
        }
    }
}
