import GeofenceCore

extension PayloadFields {
    /// All that the payload says of position and WiFi.
    ///
    /// - Throws: `missing` where it says nothing of either, `unrelated` where the position is said not to hold; `type`, `range`, `time`,
    ///   `id`.
    func reading() throws(Rejection) -> Reading {
        let reading = Reading(device: try device(), time: nil, fix: try fix(), wifi: wifi())
        guard reading.fix != nil || reading.wifi != nil else {
            throw fields[.valid].kind == .no ? .unrelated : .missing
        }
        return try timed(reading)
    }

    /// What the payload says of WiFi alone.
    ///
    /// - Throws: `missing` where it says nothing of it, `unrelated` where it says that nobody knows, `type` where name or address is no
    ///   text; `time`, `id`.
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
