package import GeofenceCore

/// A place of a simulated person.
package struct LifePlace: Hashable, Sendable {
    /// What it truly is.
    package var kind: ZoneLabel
    package var name: String
    /// Metres east and north of the city's middle.
    package var east, north: Double
    /// How the middles of visits scatter around it: one sigma along each axis, in metres.
    package var scatter: Double

    package init(_ name: String, _ kind: ZoneLabel = .other, east: Double, north: Double, scatter: Double = 20) {
        (self.name, self.kind, self.east, self.north, self.scatter) = (name, kind, east, north, scatter)
    }
}

/// A stay of a simulated person.
package struct LifeStay: Hashable, Sendable {
    package var place: LifePlace
    /// Local hours since Monday 0:00 of the first week.
    package var from, until: Double
}

/// What a simulated person does, in local hours since Monday 0:00 of the first week.
package struct LifePlan: Sendable {
    package private(set) var stays: [LifeStay] = []
    /// Where the person is when nothing else is planned.
    package var home: LifePlace

    package init(home: LifePlace) { self.home = home }

    /// Goes somewhere; until then the person is at home, but for half an hour before and after.
    package mutating func go(to place: LifePlace, from: Double, until: Double) {
        let last = stays.last?.until ?? 0
        guard from >= last, until > from else { return }
        let way = 0.4
        let isDirect = from - last < 1.5 && !stays.isEmpty
        if !isDirect, from - way > last + way { stays.append(LifeStay(place: home, from: last + way, until: from - way)) }
        stays.append(LifeStay(place: place, from: from, until: until))
    }

    /// Stays at home until a moment.
    package mutating func rest(until: Double) {
        let last = stays.last?.until ?? 0
        if until > last + 1 { stays.append(LifeStay(place: home, from: last + 0.4, until: until)) }
    }
}
