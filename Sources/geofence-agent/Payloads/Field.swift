/// What the value of a member is about.
enum Field: Int, Hashable, CaseIterable, Sendable {
    /// The kind of message: OwnTracks' `_type`, gpsd's class, Meshtastic's type.
    case kind
    /// Degrees.
    case latitude, longitude
    /// 1e-7 degrees.
    case latitudeE7, longitudeE7
    /// Longitude before latitude in an array, as in GeoJSON; or as `pair`.
    case coordinates
    /// An object with more members, or a text with latitude and longitude.
    case pair
    /// Coordinates without a name; a `z` beside them makes them no degrees.
    case x, y, z
    /// Metres.
    case accuracy, altitude
    /// Speed over ground in the unit that the shape of the payload tells.
    case speed
    /// Speed over ground: km/h, m/s, knots, miles an hour.
    case speedKMH, speedMPS, speedKnots, speedMPH
    /// When it was observed.
    case time
    /// The same in the words of Traccar's server, which counts speed in knots.
    case fixTime
    /// The same by a clock on the wall, which may leave out its zone.
    case localTime
    /// When it was sent or passed on.
    case sendTime
    /// A network's name, an access point's address.
    case ssid, bssid
    /// OwnTracks' kind of connection.
    case connection
    /// Whether the position holds.
    case valid
    /// The device's id.
    case device
    /// What people call the device.
    case name
    /// What is left in the battery: per cent; a share of 1; one of both.
    case battery, batteryShare, batteryLevel
    /// gpsd's mode, Meshtastic's bits of precision.
    case quality
    /// An object that is read by the names of its members, later.
    case part
    /// A name that only one publisher's messages have: of an object or an array; of a text.
    case mark, label
    /// An array of objects that are messages themselves.
    case list
    /// An object with more members; keep this one the last.
    case container
}

/// The values of a payload by what they are about; of several the first counts.
///
/// One after the other with a table of their places: an array in place, one for each field, would be copied
/// whole by the compiler whenever one is read.
struct Fields {
    /// Where in `values` the value of each field is, counted from 1; 0 for none.
    private var places = SIMD64<UInt8>(repeating: 0)
    private var values: ContiguousArray<PayloadValue> = []

    subscript(_ field: Field) -> PayloadValue {
        get {
            let place = Int(places[field.rawValue])
            return place == 0 ? .absent : values[place - 1]
        }
        set {
            guard field != .container, newValue.kind != .absent, places[field.rawValue] == 0 else { return }
            if values.isEmpty { values.reserveCapacity(12) }
            values.append(newValue)
            places[field.rawValue] = UInt8(values.count)
        }
    }
}

extension NameTable<Field> {
    /// Names in use among publishers: OwnTracks, Home Assistant, Traccar, gpsd, Meshtastic, LoRaWAN servers,
    /// Teltonika, Tasmota, GeoJSON.
    static var common: Self {
        Self(
            [
                (.kind, ["_type"]),
                (.latitude, ["lat", "latitude", "lat_deg"]),
                (.longitude, ["lon", "lng", "long", "longitude", "lon_deg"]),
                (.latitudeE7, ["latitude_i"]), (.longitudeE7, ["longitude_i"]),
                (.coordinates, ["coordinates"]), (.pair, ["latlng", "location", "gps", "coords"]),
                (.x, ["x"]), (.y, ["y"]), (.z, ["z"]),
                (
                    .accuracy,
                    [
                        "acc", "accuracy", "gps_accuracy", "hacc", "horizontal_accuracy", "eph", "radius",
                        "horizontal",
                    ]
                ),
                (.altitude, ["alt", "altitude", "altHAE", "altMSL", "ele", "elevation"]),
                (.speed, ["speed", "spd"]), (.speedKMH, ["vel", "sp", "ground_speed"]),
                (.connection, ["conn"]), (.valid, ["valid"]),
                (.batteryLevel, ["batt", "battery", "battery_level", "batteryLevel"]),
                (.mark, ["device", "deviceInfo", "end_device_ids"]),
                (.label, ["class", "sender", "SampleTime"]), (.list, ["features", "locations", "Updates"]),
                (
                    .container,
                    [
                        "geometry", "properties", "position", "payload", "state", "reported", "object",
                        "uplink_message", "decoded_payload",
                    ]
                ),
            ] + times + networks
        )
    }

    /// Names that makers of LoRaWAN decoders give to positions, with those of Cayenne's.
    ///
    /// `x` and `y` are accelerations there.
    static var codec: Self {
        Self([
            (.latitude, ["lat", "latitude", "lat_deg", "gps_lat", "gps_latitude"]),
            (
                .longitude,
                ["lon", "lng", "long", "longitude", "lon_deg", "gps_lon", "gps_lng", "gps_longitude"]
            ),
            (.latitudeE7, ["latitude_i"]), (.longitudeE7, ["longitude_i"]),
            (.coordinates, ["coordinates"]), (.pair, ["latlng", "location", "gps", "coords"]),
            (.accuracy, ["acc", "accuracy", "gps_accuracy", "hacc", "horizontal_accuracy", "radius"]),
            (.altitude, ["alt", "altitude", "ele", "elevation", "gps_altitude"]),
            (.speed, ["speed", "spd"]), (.valid, ["valid"]),
            (.time, ["tst", "ts", "time", "timestamp", "gps_time"]),
            (.container, ["position", "geometry", "gps_1", "gpsLocation", "1", "data", "payload"]),
        ])
    }

    /// What OwnTracks has in a location.
    static var owntracks: Self {
        Self([
            (.kind, ["_type"]), (.latitude, ["lat"]), (.longitude, ["lon"]), (.accuracy, ["acc"]),
            (.altitude, ["alt"]), (.speedKMH, ["vel"]),
            (.time, ["tst"]), (.sendTime, ["created_at"]), (.ssid, ["ssid"]), (.bssid, ["bssid"]),
            (.connection, ["conn"]), (.battery, ["batt"]),
        ])
    }

    /// What says on which network a device is.
    static var wifi: Self { Self(times + networks) }

    private static var times: [(meaning: Field, names: [StaticString])] {
        [
            (.time, ["tst", "ts", "time", "timestamp", "gps_time"]), (.fixTime, ["fixTime"]),
            (.sendTime, ["created_at", "received_at"]),
        ]
    }

    private static var networks: [(meaning: Field, names: [StaticString])] {
        [
            (.ssid, ["ssid", "essid", "wifi_ssid", "wifi_connection"]),
            (.bssid, ["bssid", "apmac", "ap_mac", "wifi_bssid"]),
            (.container, ["wifi", "wifi_sta", "params"]),
        ]
    }
}
