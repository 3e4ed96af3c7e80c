package import GeofenceCore

/// How soon and how steadily homes and work places are found in lives that change.
package struct CourseScore: Sendable {
    /// Days from a place's becoming home or work until it is found; infinite where it never is.
    package var days: [ZoneLabel: [Double]] = [:]
    /// Days from the change until an old home or work is called so no more.
    package var fadings: [Double] = []
    /// Times a true label was lost after it had been found.
    package var flickers = 0
    /// Labels at ends of visits that are not true.
    package var wrong = 0
    /// What these were, for who mends the rules.
    package var notes: [String] = []

    package init() {}

    /// Adds a life: labels are looked at whenever a visit ends.
    ///
    /// Visits may be unlearnt after so many days.
    package mutating func add(_ course: LifeCourse, seed: UInt64, keepDays: Int64? = nil) throws {
        var tracks = try course.truths(seed: seed).map { try LabelTrack($0) }
        let timeZone = try LifeVisits.timeZone()
        var (map, purged) = (ZoneMap(), Timestamp(milliseconds: 0))
        for visit in try LifeVisits.visits(course.plan(seed: seed), seed: seed) {
            guard let end = visit.visit.departure else { continue }
            _ = map.add(visit.visit)
            if let keepDays, end.millisecondsSince(purged) > 86_400_000 {
                _ = map.purge(before: end.advanced(byMilliseconds: -86_400_000 * keepDays))
                purged = end
            }
            let zones = map.zones(in: timeZone).filter { $0.labels != [.other] }
            let mistakes = look(at: zones, hour: LifeVisits.hour(of: end), &tracks)
            let day = (LifeVisits.hour(of: end) / 2.4).rounded() / 10
            notes += mistakes.map { "\(course) \(seed): \($0) on day \(day)" }
        }
        for track in tracks where track.truth.kind != .other { add(track) }
    }

    /// Compares the zones that are called home or work with what is true; says what is wrong or lost.
    private mutating func look(at zones: [Zone], hour: Double, _ tracks: inout [LabelTrack]) -> [String] {
        var mistakes: [String] = []
        for zone in zones {
            let near = tracks.indices.filter { Geodesic.distance(tracks[$0].center, zone.center) < 150 }
            for index in near where zone.labels == [tracks[index].truth.kind] { tracks[index].last = hour }
            let isWrong = near.contains { index in
                tracks[index].truth.hours.contains(hour) && zone.labels != [tracks[index].truth.kind]
            }
            guard near.isEmpty || isWrong else { continue }
            wrong += 1
            let name = near.first.map { tracks[$0].truth.place.name } ?? "elsewhere"
            mistakes.append("\(name) called \(zone.labels[0])")
        }
        for index in tracks.indices where tracks[index].truth.hours.contains(hour) {
            let isFound = tracks[index].last == hour
            if isFound, tracks[index].found == nil { tracks[index].found = hour }
            if tracks[index].isFound, !isFound {
                flickers += 1
                mistakes.append("\(tracks[index].truth.place.name) lost")
            }
            tracks[index].isFound = isFound
        }
        return mistakes
    }

    private mutating func add(_ track: LabelTrack) {
        let hours = track.truth.hours
        if hours.lowerBound > 0 {
            let days = track.found.map { ($0 - hours.lowerBound) / 24 }
            self.days[track.truth.kind, default: []].append(days ?? .infinity)
        }
        if hours.upperBound < .infinity { fadings.append((track.last - hours.upperBound) / 24) }
    }
}

/// When a place was called what it is, in hours since Monday 0:00 of the first week.
private struct LabelTrack {
    let truth: LifeTruth
    let center: Coordinate
    /// When it was first called so while that was true.
    var found: Double?
    /// When it was last called so.
    var last = 0.0
    /// Whether it was so at the end of the last visit.
    var isFound = false

    init(_ truth: LifeTruth) throws {
        self.truth = truth
        center = try LifeVisits.center(of: truth.place)
    }
}
