import GeofenceCore

/// A line of the trackers that write OwnTracks' CSV: `X0,542A46AA,k,30365854,7575769,26,4,7,5,872`.
///
/// TID, time as seconds since 1970 in hexadecimal, trigger, latitude and longitude in 1e-6 degrees, course in
/// 10°, speed in km/h, altitude in 10 m, distance in m, trip in km. Source: OwnTracks Recorder,
/// `csv_to_json`.
struct OwnTracksCSV {
    private let time: UInt64
    private let latitude, longitude: Double
    private let speed, altitude: Double

    /// Nil for any other text.
    init?(_ payload: UnsafeRawBufferPointer) {
        guard payload.count <= 128 else { return nil }
        let line = payload.prefix { $0 != 0x0A && $0 != 0x0D }
        guard payload[line.endIndex...].allSatisfy({ $0 == 0x0A || $0 == 0x0D }) else { return nil }
        let fields = line.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        guard fields.count == 10, !fields[0].isEmpty, !fields[2].isEmpty,
            let time = Self.hexadecimal(fields[1]), let latitude = Self.whole(fields[3]),
            let longitude = Self.whole(fields[4]), Self.whole(fields[5]) != nil,
            let speed = Self.whole(fields[6]), let altitude = Self.whole(fields[7]),
            Self.whole(fields[8]) != nil, Self.whole(fields[9]) != nil
        else { return nil }
        (self.time, self.speed, self.altitude) = (time, Double(speed), Double(altitude) * 10)
        (self.latitude, self.longitude) = (Double(latitude) / 1e6, Double(longitude) / 1e6)
    }

    /// What the line says.
    ///
    /// - Throws: `range` where the place is none, `time` for a moment before 2000.
    func reading() throws(Rejection) -> Reading {
        let fix = try Fix(latitude: latitude, longitude: longitude, altitude: altitude, speed: speed)
        let moment = Timestamp(milliseconds: Int64(time) * 1000)
        guard moment >= .year2000 else { throw .time }
        return Reading(time: moment, fix: fix)
    }

    private static func hexadecimal(_ field: Slice<UnsafeRawBufferPointer>) -> UInt64? {
        guard (1...8).contains(field.count) else { return nil }
        var number: UInt64 = 0
        for byte in field {
            guard let digit = hexadecimalDigit(byte) else { return nil }
            number = number << 4 | UInt64(digit)
        }
        return number
    }

    private static func whole(_ field: Slice<UnsafeRawBufferPointer>) -> Int? {
        let digits = field.first == UInt8(ascii: "-") ? field.dropFirst() : field
        guard (1...9).contains(digits.count), digits.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
        let number = digits.reduce(0) { $0 * 10 + Int($1 &- 0x30) }
        return digits.count == field.count ? number : -number
    }
}
