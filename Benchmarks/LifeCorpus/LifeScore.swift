package import GeofenceCore

/// How well zones fit the truth.
package struct LifeScore: Sendable {
    /// Zones that were found.
    package var zones = 0
    /// True places with at least three visits.
    package var places = 0
    /// Those that have no zone.
    package var missed = 0
    /// Zones beyond one for each of those.
    package var split = 0
    /// Visits in a zone that most visits of which are elsewhere.
    package var mixed = 0
    /// Homes and work places with three visits, and those whose main zone is labelled so.
    package var labelled = 0
    package var right = 0
    /// Visits at home in a zone that is called work.
    package var homeAsWork = 0
    /// Visits at work in a zone that is called home.
    package var workAsHome = 0
    /// Zones that are called home or work and are neither.
    package var wrong = 0
    /// Visits in all.
    package var visits = 0

    package init() {}

    /// Adds a life: the zone of each visit, if any, and the labels of each zone.
    package mutating func add(_ visits: [LabelledVisit], zones: [Int?], labels: [Int: [ZoneLabel]]) {
        let truth = Dictionary(grouping: visits.indices) {
            visits[$0].place.name == "once" ? "once\($0)" : visits[$0].place.name
        }
        let members = Dictionary(grouping: visits.indices.filter { zones[$0] != nil }) { zones[$0] ?? -1 }
        let owner = members.mapValues { indices in most(indices.map { visits[$0].place.name }) ?? "" }
        self.visits += visits.count
        self.zones += labels.count
        for indices in truth.values where indices.count >= 3 {
            guard let place = indices.first.map({ visits[$0].place }) else { continue }
            places += 1
            let own = owner.filter { $0.value == place.name }.keys
            if own.isEmpty { missed += 1 }
            split += max(0, own.count - 1)
            guard place.kind != .other else { continue }
            labelled += 1
            let main = most(indices.compactMap { zones[$0] })
            if let main, labels[main]?.contains(place.kind) == true { right += 1 }
        }
        for (zone, indices) in members {
            mixed += indices.count { visits[$0].place.name != owner[zone] }
            let kinds = Set(
                indices.filter { visits[$0].place.name == owner[zone] }.map { visits[$0].place.kind }
            )
            if let told = labels[zone], !told.contains(.other), kinds == [.other] { wrong += 1 }
            if labels[zone]?.contains(.work) == true {
                homeAsWork += indices.count { visits[$0].place.kind == .home }
            }
            if labels[zone]?.contains(.home) == true {
                workAsHome += indices.count { visits[$0].place.kind == .work }
            }
        }
    }

    private func most<Value: Hashable & Comparable>(_ values: [Value]) -> Value? {
        var counts: [Value: Int] = [:]
        for value in values { counts[value, default: 0] += 1 }
        return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }
}

extension LifeScore {
    /// Adds what rules make of the visits of a life.
    package mutating func add(_ visits: [LabelledVisit], rules: ZoneRules) throws {
        var map = ZoneMap(rules: rules)
        for visit in visits { _ = map.add(visit.visit) }
        let zones = map.zones(in: try LifeVisits.timeZone())
        var (numbers, labels): ([Timestamp: Int], [Int: [ZoneLabel]]) = ([:], [:])
        for (index, zone) in zones.enumerated() { (numbers[zone.id], labels[index]) = (index, zone.labels) }
        add(visits, zones: map.zoneOfEachVisit.map { $0.flatMap { numbers[$0] } }, labels: labels)
    }

    /// Adds what a phone makes of them.
    package mutating func addPhone(_ visits: [LabelledVisit]) {
        var phone = PhoneZones()
        for visit in visits { phone.take(visit.visit) }
        add(visits, zones: phone.zones, labels: phone.labels)
    }
}
