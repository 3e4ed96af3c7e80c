import GeofenceCore

/// What one payload says.
struct Reading: Hashable, Sendable {
    /// The device that the payload names; nil unless the source asks for it.
    var device: Identifier?
    /// When it was observed; nil where the payload has no time.
    var time: Timestamp?
    /// Milliseconds since midnight in UTC when it was observed, where the payload has no date.
    var timeOfDay: Int64?
    /// Where the device is.
    var fix: Fix?
    /// Which WiFi it is on.
    var wifi: WiFiReport?
    /// What the payload says of moments before, in its order; each has a time, or a time of day.
    var earlier: [Reading] = []
}

extension Reading {
    /// Puts several of one payload together, in its order; nil where there is none.
    ///
    /// Of those without a time only the last counts: the others would all be of the moment of arrival.
    init?(_ readings: [Reading]) {
        guard let last = readings.last else { return nil }
        self = last
        earlier = readings.dropLast().filter { $0.time != nil || $0.timeOfDay != nil }
    }

    /// The moment that a time of day is of: the last one before the arrival, or up to a minute after it.
    ///
    /// A minute, since a stamp that is so far ahead counts as it is.
    func moment(before arrival: Timestamp) -> Timestamp? {
        guard let timeOfDay else { return nil }
        let (day, latest) = (Int64(86_400_000), arrival.milliseconds + 60_000)
        let midnight = latest - latest % day
        let today = midnight + timeOfDay
        return Timestamp(milliseconds: today <= latest ? today : today - day)
    }
}
