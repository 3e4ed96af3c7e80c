import GeofenceCore

/// How far a device has come along its positions, in straight lines between them.
///
/// The positions of a parked car wander, and would make kilometres a day. So a position counts once it lies
/// farther from the last one that counted than three times the larger accuracy of the two: what the engine
/// calls near when it asks whether a device rests.
struct Odometer {
    /// Metres.
    private(set) var metres = 0.0
    private var last: (place: Coordinate, accuracy: Double)?

    /// Metres, of an accuracy that is not known, and the best that is believed.
    private static let (unknown, best) = (15.0, 5.0)
    /// Metres: a position with a worse accuracy says nothing of a way.
    private static let worst = 1000.0

    /// Adds a position; they come in order.
    mutating func add(_ row: HistoryPosition) {
        guard let fix = row.fix else { return }
        let accuracy = max(fix.accuracy ?? Self.unknown, Self.best)
        guard accuracy <= Self.worst else { return }
        guard let last else {
            self.last = (fix.coordinate, accuracy)
            return
        }
        let step = Geodesic.distance(last.place, fix.coordinate)
        guard step > 3 * max(accuracy, last.accuracy) else { return }
        metres += step
        self.last = (fix.coordinate, accuracy)
    }
}
