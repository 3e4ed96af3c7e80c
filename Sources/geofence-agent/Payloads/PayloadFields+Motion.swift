extension PayloadFields {
    /// Metres above the sea or the ellipsoid; nil where nothing, or nothing that can be read, is said of it.
    var altitude: Double? { number(fields[.altitude]) }

    /// Speed over ground in km/h; nil where nothing, or nothing that can be read, is said of it.
    ///
    /// `vel` (OwnTracks), `sp` (Teltonika) and `ground_speed` are km/h: Meshtastic's protocol speaks of m/s,
    /// but its firmware fills in km/h (`p.ground_speed = reader.speed.kmph()` in `GPS.cpp`). A bare `speed`
    /// is m/s, as with gpsd, GPSLogger, Traccar's client, Home Assistant's apps and the browsers'
    /// geolocation; in knots beside a `fixTime`, which only Traccar's server writes.
    var speed: Double? {
        speed(in: .kilometresPerHour) ?? speed(in: .metresPerSecond) ?? speed(in: .knots)
            ?? speed(in: .milesPerHour) ?? bareSpeed
    }

    private var bareSpeed: Double? {
        let unit: SpeedUnit = fields[.fixTime].kind == .absent ? .metresPerSecond : .knots
        return number(fields[.speed]).map(unit.kilometresPerHour)
    }

    private func speed(in unit: SpeedUnit) -> Double? {
        number(fields[unit.field]).map(unit.kilometresPerHour)
    }

    /// Unlike a coordinate, a value that is no number spoils nothing else.
    private func number(_ value: PayloadValue) -> Double? {
        try? cursor.quantity(value)
    }
}
