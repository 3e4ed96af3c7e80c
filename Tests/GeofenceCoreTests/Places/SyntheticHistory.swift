import GeofenceCore

/// What a person does, in hours since a Monday 0:00 UTC, and what becomes of the places.
struct SyntheticHistory {
    /// A place, so many metres east of home.
    enum Place: Double, CaseIterable {
        case home = 0
        case study = 130
        case work = 4000
        case cafe = 6000
        case newHome = 9000
        case hotel = 60_000
        case beach = 61_000
    }

    private(set) var visits: [Visit] = []
    private let row: VisitRow

    init() throws { row = try VisitRow() }

    mutating func stay(at place: Place, _ from: Double, _ until: Double) {
        var visit = row.visit(day: 0, east: place.rawValue)
        visit.arrival = Self.time(from)
        visit.departure = Self.time(until)
        visits.append(visit)
    }

    /// 2026-01-05 is a Monday.
    static func time(_ hour: Double) -> Timestamp {
        Timestamp(milliseconds: 1_767_571_200_000 + Int64(hour * 3_600_000))
    }

    /// A day of a week at an office, slept through at home; from and to the same clock.
    mutating func officeDay(_ day: Int, from home: Place = .home, at work: Place = .work) {
        let start = Double(day) * 24
        guard day % 7 < 5 else { return stay(at: home, start, start + 23.9) }
        stay(at: home, start, start + 8.5)
        stay(at: work, start + 9, start + 17)
        stay(at: home, start + 17.5, start + 23.9)
    }

    /// The zones of the visits that began at an hour or later and had ended by another.
    func zones(from: Double = 0, until: Double = .infinity) -> [Place: Zone] {
        var map = ZoneMap()
        for visit in visits where visit.arrival >= Self.time(from) && hours(visit) <= until {
            _ = map.add(visit)
        }
        var zones: [Place: Zone] = [:]
        for zone in map.zones(in: .utc) {
            zones[Place.allCases.min { distance(zone, $0) < distance(zone, $1) } ?? .home] = zone
        }
        return zones
    }

    func labels(from: Double = 0, until: Double = .infinity) -> [Place: [ZoneLabel]] {
        zones(from: from, until: until).mapValues(\.labels)
    }

    /// The hours at which visits end, when labels are told.
    var ends: [Double] { visits.map(hours) }

    private func hours(_ visit: Visit) -> Double {
        Double((visit.departure ?? visit.arrival).millisecondsSince(Self.time(0))) / 3_600_000
    }

    private func distance(_ zone: Zone, _ place: Place) -> Double {
        Geodesic.distance(zone.center, row.visit(day: 0, east: place.rawValue).center)
    }
}
