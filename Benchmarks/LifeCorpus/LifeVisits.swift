import BenchmarkSupport
package import GeofenceCore

/// A simulated visit, and where it truly was.
package struct LabelledVisit: Sendable {
    package var visit: Visit
    package var place: LifePlace
}

/// The visits that a phone would find in a simulated life.
package enum LifeVisits {
    /// 2026-01-05, a Monday, 0:00 UTC.
    package static let monday: Int64 = 1_767_571_200
    /// An hour ahead of UTC, all year.
    package static func timeZone() throws -> TimeZoneTable {
        try TimeZoneTable(name: "Europe/Berlin", firstOffset: 3600, changes: [])
    }

    /// Visits of a plan: their middles scatter around the place; one long stay in five is found in two parts.
    package static func visits(_ plan: LifePlan, seed: UInt64) throws -> [LabelledVisit] {
        var generator = SeededGenerator(seed: seed)
        let site = try Coordinate(latitude: 52.4, longitude: 13.2)
        return plan.stays.flatMap { stay in
            var parts = [(stay.from, stay.until)]
            if stay.until - stay.from > 4, generator.uniform() < 0.2 {
                let cut = generator.uniform(stay.from + 1..<stay.until - 1)
                parts = [(stay.from, cut - 0.1), (cut, stay.until)]
            }
            return parts.map { from, until in
                LabelledVisit(visit: visit(stay.place, from, until, site, &generator), place: stay.place)
            }
        }
    }

    /// Where a place is.
    package static func center(of place: LifePlace) throws -> Coordinate {
        coordinate(try Coordinate(latitude: 52.4, longitude: 13.2), place.east, place.north)
    }

    /// Local hours since Monday 0:00 of the first week.
    package static func hour(of time: Timestamp) -> Double {
        Double(time.milliseconds - (monday - 3600) * 1000) / 3_600_000
    }

    private static func coordinate(_ site: Coordinate, _ east: Double, _ north: Double) -> Coordinate {
        let eastward = Geodesic.destination(from: site, bearing: east < 0 ? 270 : 90, distance: abs(east))
        return Geodesic.destination(from: eastward, bearing: north < 0 ? 180 : 0, distance: abs(north))
    }

    private static func visit(
        _ place: LifePlace,
        _ from: Double,
        _ until: Double,
        _ site: Coordinate,
        _ generator: inout SeededGenerator
    ) -> Visit {
        func time(_ hours: Double) -> Timestamp {
            Timestamp(milliseconds: (monday - 3600) * 1000 + Int64(hours * 3_600_000))
        }
        let east = place.east + place.scatter * generator.gaussian()
        let north = place.north + place.scatter * generator.gaussian()
        return Visit(
            arrival: time(from),
            departure: time(until),
            lastInside: time(until),
            center: coordinate(site, east, north),
            accuracy: generator.uniform(5..<20),
            fixes: 3
        )
    }
}
