/// How the payloads of a source are read.
enum PayloadFormat: Hashable, Sendable {
    /// Recognises the common JSON shapes.
    case auto
    /// What the OwnTracks apps send.
    case owntracks
    /// A network's name, or JSON with a name, an address, or both.
    case wifi
    /// What one kind of publisher sends.
    case shaped(PayloadShape)
    /// Sentences of NMEA 0183.
    case nmea
    /// One value a topic, whose name is a level of the topic, counted from 0.
    case statestream(level: Int)
    /// JSON with each value in a place that the configuration names.
    case json(FieldMap)
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
}
