import GeofenceCore
@testable import geofence_agent

/// What holds for everything that is read of a payload, or of a line of a track.
enum ReadingProperties {
    static func check(_ reading: Reading) throws(Finding) {
        try require(reading.fix != nil || reading.wifi != nil, "a payload is taken that says nothing")
        if let device = reading.device { try check(device) }
        if let fix = reading.fix { try check(fix) }
        if let wifi = reading.wifi { try check(wifi) }
        if let time = reading.time { try check(time) }
        if let time = reading.timeOfDay {
            try require((0..<86_401_000).contains(time) && reading.time == nil, "\(time) is no time of day")
        }
        for earlier in reading.earlier {
            let hasTime = earlier.time != nil || earlier.timeOfDay != nil
            try require(earlier.earlier.isEmpty && hasTime, "one before has no time of its own")
            try check(earlier)
        }
    }

    static func check(_ id: Identifier) throws(Finding) {
        let again = try? Identifier(id.description)
        try requireSame(again, id, "an identifier that is checked again")
    }

    static func check(_ fix: Fix) throws(Finding) {
        let place = fix.coordinate
        try require(
            (-90...90).contains(place.latitude) && place.longitude > -180 && place.longitude <= 180,
            "\(place) is no place"
        )
        try require(fix.accuracy.map { $0 > 0 && $0.isFinite } ?? true, "\(fix) has no such accuracy")
        try require(fix.altitude?.isFinite ?? true, "\(fix) has no such altitude")
        try require(fix.speed.map { $0 >= 0 && $0.isFinite } ?? true, "\(fix) has no such speed")
    }

    static func check(_ wifi: WiFiReport) throws(Finding) {
        guard case .connected(let ssid, let bssid) = wifi else { return }
        try require(ssid != nil || bssid != nil, "connected to nothing")
        try require(ssid?.isEmpty != true, "connected to a network without a name")
        guard let bssid else { return }
        let isAddress =
            bssid.utf8.count == 12 && bssid.utf8.allSatisfy(Array("0123456789abcdef".utf8).contains)
        try require(isAddress, "\(bssid) is no address")
    }

    /// From the year 2000 on, and written and read back the same where years have four digits.
    static func check(_ time: Timestamp) throws(Finding) {
        try require(time >= .year2000, "\(time) is before 2000")
        guard time.milliseconds < 253_402_300_800_000 else { return }
        try requireSame(Timestamp(iso8601: Array(time.iso8601.utf8)), time, "a time that is written")
    }
}
