/// The zones of interest of one device: the places that its visits return to.
///
/// Each finished visit is learnt at once, by the Fast Incremental Gaussian Mixture Model of Pinto and Engel
/// (2015) on metres. Beyond the paper, zones have a least and a greatest scatter, two that are one place are
/// merged, a zone that was removed as spurious is found again with all its visits, and visits can be
/// unlearnt. A visit is kept in 20 bytes.
public struct ZoneMap: Sendable {
    var mixture: Mixture<LocalFrame>

    /// No visits and no zones.
    public init(rules: ZoneRules = ZoneRules()) {
        mixture = Mixture(rules: rules)
    }

    /// How many visits are kept.
    public var visitCount: Int { mixture.visits.count }

    /// The visits that are kept, by arrival: places within 8 mm, times in whole seconds.
    var visits: [Visit] {
        mixture.visits.compactMap { kept in
            guard let arrival = Timestamp(wholeSeconds: kept.seconds.lowerBound),
                let departure = Timestamp(wholeSeconds: kept.seconds.upperBound)
            else { return nil }
            return Visit(
                arrival: arrival,
                departure: departure,
                lastInside: departure,
                center: kept.place,
                accuracy: kept.accuracy,
                fixes: 0
            )
        }
    }

    /// How many zones there are.
    public var zoneCount: Int { mixture.components.count }

    /// Learns a visit; says whether it was taken, which it is not while it lasts, or where its time is not
    /// within 1970 to 2106.
    ///
    /// - Complexity: O(visits + zones²); every `ZoneRules.capacity` / 10 visits beyond the capacity all is
    ///   learnt anew.
    public mutating func add(_ visit: Visit) -> Bool {
        guard let kept = KeptVisit(visit) else { return false }
        mixture.add(kept)
        return true
    }

    /// Whether any visit ended before a moment.
    func hasVisits(before time: Timestamp) -> Bool { mixture.hasVisits(before: time.wholeSeconds) }

    /// Unlearns the visits that ended before a moment, as if they had never been; says whether there was any.
    ///
    /// What is left is learnt anew; a zone keeps its id where most of its visits remain.
    public mutating func purge(before time: Timestamp) -> Bool {
        mixture.purge(before: time.wholeSeconds)
    }

    /// Learns finished visits of the past, as if each had come in its turn; says whether there was any that
    /// is not known by its arrival.
    ///
    /// All is learnt anew; a zone keeps its id where most of its visits remain in one.
    public mutating func add(past visits: [Visit]) -> Bool {
        mixture.add(visits.compactMap { KeptVisit($0) })
    }

    /// Learns all that is kept anew by other rules, if they are others.
    mutating func change(to rules: ZoneRules) { mixture.change(to: rules) }

    /// The end of the oldest visit that is kept.
    var oldestDeparture: Timestamp? {
        mixture.visits.first.flatMap { Timestamp(wholeSeconds: $0.seconds.upperBound) }
    }

    /// The id of the zone that a place most probably belongs to, if it is within the gate of any.
    public func zone(at place: Coordinate) -> Timestamp? {
        mixture.component(at: place).flatMap { Timestamp(wholeSeconds: Int64($0.founded)) }
    }

    /// The id of the zone that the last visit belongs to.
    public var lastZone: Timestamp? {
        guard let number = mixture.visits.last?.zone else { return nil }
        let component = mixture.components.first { $0.number == number }
        return component.flatMap { Timestamp(wholeSeconds: Int64($0.founded)) }
    }
}

extension ZoneMap: Hashable {
    /// Whether both have learnt the same in the same way.
    public static func == (a: ZoneMap, b: ZoneMap) -> Bool {
        a.mixture.rules == b.mixture.rules && a.mixture.components == b.mixture.components
            && a.mixture.visits == b.mixture.visits && a.mixture.steps == b.mixture.steps
    }

    /// Feeds the visits.
    public func hash(into hasher: inout Hasher) { hasher.combine(mixture.visits) }
}

extension ZoneMap {
    /// The id of the zone of each visit that is kept, as they came; nil for those of none.
    public var zoneOfEachVisit: [Timestamp?] {
        let names = Dictionary(mixture.components.map { ($0.number, $0.founded) }) { first, _ in first }
        return mixture.visits.map { visit in
            names[visit.zone].flatMap { Timestamp(wholeSeconds: Int64($0)) }
        }
    }
}
