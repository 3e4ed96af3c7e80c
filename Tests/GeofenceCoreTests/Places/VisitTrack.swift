import GeofenceCore

/// Fixes as metres from a place at times in seconds, and what a detector makes of them.
struct VisitTrack {
    var home: Coordinate
    var rules = VisitRules()
    var fixes: [(fix: Fix, time: Timestamp)] = []
    /// Whether the last fix that was added is a stray one.
    var isStrayLast = false

    init(latitude: Double = 48.2, longitude: Double = 16.4) throws {
        home = try Coordinate(latitude: latitude, longitude: longitude)
    }

    /// Adds a fix at a second, so many metres east and north of home.
    mutating func add(_ second: Double, east: Double = 0, north: Double = 0, accuracy: Double? = 10) {
        fixes.append(
            (
                Fix(coordinate: place(east: east, north: north), accuracy: accuracy),
                Timestamp(milliseconds: 1_700_000_000_000 + Int64(second * 1000))
            )
        )
    }

    func place(east: Double, north: Double) -> Coordinate {
        let eastward = Geodesic.destination(from: home, bearing: east < 0 ? 270 : 90, distance: abs(east))
        return Geodesic.destination(from: eastward, bearing: north < 0 ? 180 : 0, distance: abs(north))
    }

    /// All reports, at the end that of a visit that lasts as if it ended there.
    func reports() -> [VisitReport] {
        var detector = VisitDetector()
        let reports = fixes.flatMap { detector.add($0.fix, at: $0.time, rules) }
        return reports + detector.finish()
    }

    /// The visits that ended: arrival and departure in seconds after the beginning of time.
    func stays() -> [[Double]] {
        reports().compactMap { report in
            guard case .departure(let visit) = report, let departure = visit.departure else { return nil }
            return [visit.arrival, departure].map { Double($0.milliseconds - 1_700_000_000_000) / 1000 }
        }
    }
}
