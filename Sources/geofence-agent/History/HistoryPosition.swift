import GeofenceCore

/// Where a device was, as the store keeps it: degrees in 10⁻⁷ (11 mm at most), the rest in hundredths.
struct HistoryPosition: Hashable, Sendable {
    /// Milliseconds since 1970.
    var time: Int64
    /// 10⁻⁷ degrees.
    var latitude: Int32
    /// 10⁻⁷ degrees.
    var longitude: Int32
    /// Centimetres; nil where unknown.
    var accuracy: Int32?
    /// Centimetres; nil where unknown.
    var altitude: Int32?
    /// Hundredths of km/h; nil where unknown.
    var speed: Int32?
}

extension HistoryPosition {
    /// Rounds a position.
    init(_ fix: Fix, at time: Timestamp) {
        self.init(
            time: time.milliseconds,
            latitude: Self.rounded(fix.coordinate.latitude, 1e7),
            longitude: Self.rounded(fix.coordinate.longitude, 1e7),
            // 0 would mean unknown.
            accuracy: fix.accuracy.map { max(1, Self.rounded($0, 100)) },
            altitude: fix.altitude.map { Self.rounded($0, 100) },
            speed: fix.speed.map { Self.rounded($0, 100) }
        )
    }

    /// What is too large to be kept becomes the largest that can be.
    private static func rounded(_ number: Double, _ scale: Double) -> Int32 {
        let scaled = number * scale
        guard scaled < Double(Int32.max) else { return .max }
        guard scaled > Double(Int32.min) else { return .min }
        // As `rounded()`, which is a call of the C library.
        let whole = Int32(scaled)
        let rest = scaled - Double(whole)
        return rest >= 0.5 ? whole + 1 : rest <= -0.5 ? whole - 1 : whole
    }

    /// When.
    var moment: Timestamp { Timestamp(milliseconds: time) }

    /// As a device would report it; nil where it is no place, which the agent doesn't write.
    var fix: Fix? {
        let place = try? Coordinate(latitude: Double(latitude) / 1e7, longitude: Double(longitude) / 1e7)
        return place.map { place in
            Fix(
                coordinate: place,
                accuracy: accuracy.map { Double($0) / 100 },
                altitude: altitude.map { Double($0) / 100 },
                speed: speed.map { Double($0) / 100 }
            )
        }
    }
}
