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
        if !isDirect, from - way > last + way {
            stays.append(LifeStay(place: home, from: last + way, until: from - way))
        }
        stays.append(LifeStay(place: place, from: from, until: until))
    }

    /// Stays at home until a moment.
    package mutating func rest(until: Double) {
        let last = stays.last?.until ?? 0
        if until > last + 1 { stays.append(LifeStay(place: home, from: last + 0.4, until: until)) }
    }
}

extension LifePlan {
    /// The stays as of someone who goes at 8 m/s and is at the next place as soon as that takes.
    package var hurried: [LifeStay] {
        var hurried = stays
        for (index, before) in zip(stays.indices.dropFirst(), stays) {
            let (east, north) = (
                stays[index].place.east - before.place.east, stays[index].place.north - before.place.north
            )
            let hours = (east * east + north * north).squareRoot() / 8 / 3600
            hurried[index].from = min(stays[index].from, before.until + hours)
        }
        return hurried
    }

    /// The stays in milliseconds since 1970, those in a row in one place joined.
    package var merged: [ClosedRange<Int64>] {
        var merged: [(place: LifePlace, from: Double, until: Double)] = []
        for stay in hurried {
            if let last = merged.last, last.place == stay.place {
                merged[merged.count - 1].until = stay.until
            } else {
                merged.append((stay.place, stay.from, stay.until))
            }
        }
        return merged.map { stay in
            func milliseconds(_ hours: Double) -> Int64 {
                (LifeVisits.monday - 3600) * 1000 + Int64(hours * 3_600_000)
            }
            return milliseconds(stay.from)...milliseconds(stay.until)
        }
    }
}
