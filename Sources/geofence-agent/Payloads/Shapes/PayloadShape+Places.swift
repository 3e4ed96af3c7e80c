extension PayloadShape {
    /// Where the values stand: lists that are tried in turn, until one leads to a position or a network.
    var places: [[(field: Field, pointer: JSONPointer)]] {
        switch self {
        case .traccar: [Self.traccarPlaces]
        case .gpsd: [Self.gpsdPlaces]
        case .meshtastic: [Self.meshtasticPlaces]
        case .chirpstack:
            [
                [(.part, Self.at("object")), (.time, Self.at("time"))],
                Self.location("location") + [(.time, Self.at("time"))],
            ]
        case .ttn: Self.ttnPlaces
        case .tasmota: [Self.tasmotaPlaces]
        case .shelly: [Self.shellyPlaces]
        case .awslocation: [Self.awsPlaces]
        }
    }

    private static func at(_ steps: String...) -> JSONPointer { JSONPointer(steps: steps) }

    /// `deviceTime` and `serverTime` are when it was sent and received: an old fix is sent again with new
    /// ones.
    private static var traccarPlaces: [(Field, JSONPointer)] {
        [
            (.latitude, at("position", "latitude")), (.longitude, at("position", "longitude")),
            (.accuracy, at("position", "accuracy")), (.altitude, at("position", "altitude")),
            (.speedKnots, at("position", "speed")), (.fixTime, at("position", "fixTime")),
            (.valid, at("position", "valid")), (.name, at("device", "name")),
            (.battery, at("position", "attributes", "batteryLevel")),
        ]
    }

    /// `alt` is of gpsd before 3.20; `altHAE`, above the ellipsoid, is no height that people know.
    private static var gpsdPlaces: [(Field, JSONPointer)] {
        [
            (.kind, at("class")), (.quality, at("mode")), (.latitude, at("lat")), (.longitude, at("lon")),
            (.accuracy, at("eph")), (.altitude, at("altMSL")), (.altitude, at("alt")),
            (.speedMPS, at("speed")),
            (.time, at("time")),
        ]
    }

    /// The times in the order of their worth: of the fix, of the sender's clock, of the gateway's.
    private static var meshtasticPlaces: [(Field, JSONPointer)] {
        [
            (.kind, at("type")), (.part, at("payload")), (.latitudeE7, at("payload", "latitude_i")),
            (.longitudeE7, at("payload", "longitude_i")), (.altitude, at("payload", "altitude")),
            (.speedKMH, at("payload", "ground_speed")), (.quality, at("payload", "precision_bits")),
            (.time, at("payload", "timestamp")), (.fixTime, at("payload", "time")),
            (.sendTime, at("timestamp")),
        ]
    }

    /// Not `locations.user`: somebody has typed it in, and it stays where it is when the device moves.
    private static var ttnPlaces: [[(Field, JSONPointer)]] {
        let times = [
            (Field.time, at("uplink_message", "received_at")), (Field.sendTime, at("received_at")),
        ]
        return [
            [(.part, at("uplink_message", "decoded_payload"))],
            location("uplink_message", "locations", "frm-payload"), location("location_solved", "location"),
        ].map { $0 + times }
    }

    private static func location(_ steps: String...) -> [(Field, JSONPointer)] {
        let members: [(Field, String)] = [
            (.latitude, "latitude"), (.longitude, "longitude"), (.altitude, "altitude"),
            (.accuracy, "accuracy"),
        ]
        return members.map { ($0, JSONPointer(steps: steps + [$1])) }
    }

    /// The longitude comes first, as in GeoJSON; AWS Location has no altitude and no speed.
    private static var awsPlaces: [(Field, JSONPointer)] {
        [
            (.coordinates, at("Position")), (.accuracy, at("Accuracy", "Horizontal")),
            (.time, at("SampleTime")),
        ]
    }

    /// Telemetry, and the answer to the command Status 11; old versions say `APMac`.
    private static var tasmotaPlaces: [(Field, JSONPointer)] {
        [["Wifi"], ["StatusSTS", "Wifi"]].flatMap { steps in
            [(Field.ssid, "SSId"), (.bssid, "BSSId"), (.bssid, "APMac")].map { field, name in
                (field, JSONPointer(steps: steps + [name]))
            }
        } + [(.localTime, at("Time"))]
    }

    /// The component's status alone, notifications of changes, and answers to requests.
    private static var shellyPlaces: [(Field, JSONPointer)] {
        [[], ["params", "wifi"], ["result"], ["result", "wifi"]].flatMap { steps in
            [(Field.ssid, "ssid"), (.bssid, "bssid")].map { field, name in
                (field, JSONPointer(steps: steps + [name]))
            }
        } + [(.time, at("params", "ts"))]
    }
}
