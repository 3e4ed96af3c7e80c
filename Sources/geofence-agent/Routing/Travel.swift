import GeofenceCore

/// How far it is from one place to another along roads.
struct Travel: Hashable, Sendable {
    /// Metres.
    var distance: Double
    /// Seconds.
    var duration: Double

    /// Its keys and values; a time says as of which position it is.
    func write(to json: inout JSONWriter, time: Timestamp? = nil) {
        json.member("distance", Reports.tenth(distance))
        json.member("duration", Reports.tenth(duration))
        json.member("via", Leg.Via.router.rawValue)
        if let time { json.member("time", time) }
    }
}
