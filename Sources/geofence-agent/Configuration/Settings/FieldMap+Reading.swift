extension FieldMap {
    /// The keys of a source's `fields`.
    enum Key: String, ConfigurationKey {
        case latitude, longitude, accuracy, altitude, speed, speedUnit, time, ssid, bssid, battery
    }

    /// Reads `fields`; nil where something is wrong.
    init?(reading value: ValueReader) {
        guard let object = value.object(Key.self) else { return nil }
        self.init(
            latitude: object[.latitude]?.pointer(),
            longitude: object[.longitude]?.pointer(),
            accuracy: object[.accuracy]?.pointer(),
            altitude: object[.altitude]?.pointer(),
            speed: object[.speed]?.pointer(),
            speedUnit: object[.speedUnit]?.choice(SpeedUnit.self) ?? .kilometresPerHour,
            time: object[.time]?.pointer(),
            ssid: object[.ssid]?.pointer(),
            bssid: object[.bssid]?.pointer(),
            battery: object[.battery]?.pointer()
        )
        if (object[.latitude] == nil) != (object[.longitude] == nil) {
            let missing = object[.latitude] == nil ? Key.latitude : .longitude
            object.reportMissing(missing, "a place needs latitude and longitude")
        } else if object[.latitude] == nil, object[.ssid] == nil, object[.bssid] == nil {
            value.report("needs latitude and longitude, or ssid or bssid, to say anything of a device")
        }
    }
}

extension ValueReader {
    fileprivate func pointer() -> JSONPointer? {
        guard let text = text() else { return nil }
        do {
            return try JSONPointer(text)
        } catch {
            return refuse("\(error)")
        }
    }
}
