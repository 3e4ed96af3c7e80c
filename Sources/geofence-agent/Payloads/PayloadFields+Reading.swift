import GeofenceCore

extension PayloadFields {
    /// All that the payload says of position and WiFi.
    ///
    /// - Throws: `missing` where what it says of either comes to nothing, `unrelated` where the position is
    ///   said not to hold; `silence` where it names neither; `type`, `range`, `time`, `id`.
    func reading(orElse silence: Rejection = .missing) throws(Rejection) -> Reading {
        var reading = Reading(device: try device(), time: nil, fix: try fix(), wifi: wifi())
        guard reading.fix != nil || reading.wifi != nil else {
            if isSaidNotToHold { throw .unrelated }
            throw isSilent ? silence : .missing
        }
        reading.battery = battery
        return try timed(reading)
    }

    /// Whether nothing is named that says where a device is, or that the message does; accelerations have `x`
    /// and `y` too, with a `z`.
    private var isSilent: Bool {
        let isAcceleration = fields[.z].kind != .absent
        return Self.names.allSatisfy {
            fields[$0].kind == .absent || isAcceleration && ($0 == .x || $0 == .y)
        }
    }

    private static let names: [Field] = [
        .kind, .latitude, .longitude, .latitudeE7, .longitudeE7, .coordinates, .pair, .x, .y, .ssid, .bssid,
    ]

    /// What the payload says of WiFi alone.
    ///
    /// - Throws: `missing` where it says nothing of it, `unrelated` where it says that nobody knows, `type`
    ///   where name or address is no text; `time`, `id`.
    func networkReading() throws(Rejection) -> Reading {
        guard mentionsWiFi else {
            throw hasMistypedNetwork ? .type : .missing
        }
        guard let wifi = wifi() else { throw .unrelated }
        return try timed(Reading(device: try device(), time: nil, fix: nil, wifi: wifi))
    }

    private func timed(_ reading: Reading) throws(Rejection) -> Reading {
        var reading = reading
        reading.time = try time()
        return reading
    }
}

extension Reading {
    /// A position without a time.
    init(_ plain: PlainPosition) throws(Rejection) {
        fix = try Fix(
            latitude: plain.latitude,
            longitude: plain.longitude,
            accuracy: plain.accuracy,
            altitude: plain.altitude
        )
    }
}
