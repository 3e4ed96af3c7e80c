/// How the payloads of a source are read.
enum PayloadFormat: Hashable, Sendable {
    /// Recognises the common JSON shapes.
    case auto
    /// What the OwnTracks apps send.
    case owntracks
    /// What one reader reads.
    case named(NamedReader)
    /// One value a topic, whose name is a level of the topic, counted from 0.
    case statestream(level: Int)
    /// JSON with each value in a place that the configuration names.
    case json(FieldMap)
}

extension PayloadFormat {
    /// A network's name, or JSON with a name, an address, or both.
    static let wifi = named(NamedReader("wifi", WiFiReader()))
    /// Sentences of NMEA 0183.
    static let nmea = named(NamedReader("nmea", NMEAReader()))

    /// What one kind of publisher sends.
    static func shaped(_ shape: PayloadShape) -> Self {
        named(NamedReader(shape.rawValue, ShapeReader(shape), device: shape.devicePointer))
    }

    /// The formats by what a source calls them; a new one adds its reader, and a line here.
    static let all: [(name: String, format: Self)] = [
        ("auto", .auto), ("owntracks", .owntracks), ("wifi", .wifi), ("traccar", .shaped(.traccar)),
        ("gpsd", .shaped(.gpsd)), ("nmea", .nmea), ("meshtastic", .shaped(.meshtastic)),
        ("chirpstack", .shaped(.chirpstack)), ("ttn", .shaped(.ttn)), ("tasmota", .shaped(.tasmota)),
        ("shelly", .shaped(.shelly)), ("awslocation", .shaped(.awslocation)),
        ("statestream", .statestream(level: 0)), ("json", .json(FieldMap())),
    ]
}

/// Where the values stand in payloads of the format `json`; nil is not read.
struct FieldMap: Hashable, Sendable {
    /// Degrees north.
    var latitude: JSONPointer?
    /// Degrees east.
    var longitude: JSONPointer?
    /// Metres.
    var accuracy: JSONPointer?
    /// Metres.
    var altitude: JSONPointer?
    /// Over ground, in `speedUnit`.
    var speed: JSONPointer?
    /// What `speed` counts in.
    var speedUnit = SpeedUnit.kilometresPerHour
    /// Seconds or milliseconds since 1970, or ISO 8601.
    var time: JSONPointer?
    /// A network's name.
    var ssid: JSONPointer?
    /// An access point's address.
    var bssid: JSONPointer?
    /// Per cent that are left in the battery.
    var battery: JSONPointer?
}
