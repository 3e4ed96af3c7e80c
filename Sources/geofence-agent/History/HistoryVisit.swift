import GeofenceCore

/// A stay of a device at a place that no fence need know.
struct HistoryVisit: Hashable, Sendable {
    var device: Identifier
    /// Milliseconds since 1970; with the device the visit's name.
    var arrival: Int64
    /// Milliseconds since 1970; nil where an import leaves it open: the agent keeps visits that have ended.
    var departure: Int64?
    /// 10⁻⁷ degrees.
    var latitude: Int32
    /// 10⁻⁷ degrees.
    var longitude: Int32
    /// Centimetres; nil where unknown.
    var accuracy: Int32?
    /// How many positions it rests on; 0 where unknown.
    var positions: Int

    /// `{device}/{arrival}`.
    var id: String { "\(device)/\(Timestamp(milliseconds: arrival).iso8601)" }
}

extension HistoryVisit {
    /// A visit that has ended.
    init(_ visit: Visit, of device: Identifier) {
        self.init(
            device: device,
            arrival: visit.arrival,
            departure: visit.departure,
            center: Fix(coordinate: visit.center, accuracy: visit.accuracy),
            positions: visit.fixes
        )
    }

    /// Rounds where it was.
    init(
        device: Identifier,
        arrival: Timestamp,
        departure: Timestamp?,
        center: Fix,
        positions: Int
    ) {
        let place = HistoryPosition(center, at: arrival)
        self.init(
            device: device,
            arrival: arrival.milliseconds,
            departure: departure?.milliseconds,
            latitude: place.latitude,
            longitude: place.longitude,
            accuracy: place.accuracy,
            positions: positions
        )
    }
}
