import GeofenceCore

extension PointsOfInterest {
    /// The fences around a point.
    ///
    /// One of the point's own radius, where it has one; else one for each of `regions`. Their ids are `poi-`,
    /// the point's id and the radius in metres. In the point's id what a topic can't have is replaced by `-`,
    /// and it is cut where it is too long; then 8 digits of its fingerprint follow, so that no two points
    /// have fences of the same id.
    func fences(around point: Int, rules: Rules) -> [Fence] {
        let (id, name) = table.names(point)
        let radii = table.radius(point).map { [$0] } ?? settings.regions
        return radii.compactMap { radius in
            guard let id = Self.fence(id, radius),
                let circle = try? Circle(center: table.place(point), radius: radius)
            else { return nil }
            return try? Fence(id: id, name: name, shape: .circle(circle), rules: rules, origin: .assignment)
        }
    }

    private static func fence(_ point: String, _ radius: Double) -> Identifier? {
        let (beginning, ending) = ("poi-", "-\(NumberRange.text(radius))")
        if let id = try? Identifier(beginning + point + ending) { return id }
        let mark = "-\(Fingerprint.fnv1a(Array(point.utf8)).suffix(8))"
        var (text, room) = (beginning, Identifier.maximumBytes - (beginning + mark + ending).utf8.count)
        for scalar in point.unicodeScalars {
            let part = (try? Identifier(String(scalar))).map(\.description) ?? "-"
            room -= part.utf8.count
            guard room >= 0 else { break }
            text += part
        }
        return try? Identifier(text + mark + ending)
    }

    /// The fences around some points, in the order of the points.
    func fences(around points: [Int], rules: Rules) -> [Fence] {
        points.flatMap { fences(around: $0, rules: rules) }
    }

    /// Metres within which a point that has fences keeps them.
    private func reach(of point: Int) -> Double {
        max(settings.searchRadius, table.radius(point) ?? settings.regions.max() ?? 0)
    }

    /// The points that are to have fences around them for a device: the nearest ones, as a search has found
    /// them.
    ///
    /// One that has some already gives way only to one that is nearer by more than the position's accuracy,
    /// so that a device that stands between two doesn't go from one to the other with the noise. It stays as
    /// long as the device may be within the search radius or the largest fence around it.
    func surrounding(_ fix: Fix, _ near: [Int], besides current: [Int]) -> [Int] {
        guard near != current else { return current }
        let (accuracy, around) = (fix.accuracy ?? 0, settings.regionsAround)
        func distance(_ point: Int) -> Double { Geodesic.distance(fix.coordinate, table.place(point)) }
        var ranked = near.map { (point: $0, rank: distance($0)) }
        for point in current {
            ranked.removeAll { $0.point == point }
            let distance = distance(point)
            if distance <= reach(of: point) + accuracy { ranked.append((point, distance - accuracy)) }
        }
        ranked.sort { ($0.rank, $0.point) < ($1.rank, $1.point) }
        let chosen = ranked.prefix(around).map(\.point)
        return Set(chosen) == Set(current) ? current : chosen
    }
}
