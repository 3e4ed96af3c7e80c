/// Whether a device can be where a fix says.
enum Plausibility: Hashable {
    /// It can.
    case plausible
    /// Not at the speed it would need; the next fix may confirm it.
    case doubtful
    /// The fix before was doubtful too, and this one is near it.
    case confirming
    /// The doubtful fix once more.
    case repeated
    /// At 0° north, 0° east, where receivers are that know nothing and no fence is.
    case nowhere
}

extension DeviceState {
    /// Weighs a fix against the last accepted one, and against one that was doubtful; without a `maxSpeed` in
    /// km/h any speed will do.
    func plausibility(
        of fix: Fix,
        at time: Timestamp,
        _ fences: borrowing FenceTable,
        _ maxSpeed: Double?
    ) -> Plausibility {
        if fix.coordinate.latitude == 0, fix.coordinate.longitude == 0, !fences.hold(fix.coordinate) {
            return .nowhere
        }
        guard let maxSpeed, let last = lastOwnFix else { return .plausible }
        let news = Stamped(time: time, value: fix)
        if Self.speed(from: last, to: news) <= maxSpeed { return .plausible }
        guard let suspect else { return .doubtful }
        if isSuspect(fix, time) { return .repeated }
        return suspect.time < time && Self.speed(from: suspect, to: news) <= maxSpeed
            ? .confirming : .doubtful
    }

    /// Whether a fix is the doubtful one, which has come once more.
    func isSuspect(_ fix: Fix, _ time: Timestamp) -> Bool {
        suspect?.time == time && suspect?.value.coordinate == fix.coordinate
    }

    /// Weighs a fix that is late against the last one.
    func isPlausible(
        _ fix: Fix,
        at time: Timestamp,
        _ fences: borrowing FenceTable,
        _ maxSpeed: Double?
    ) -> Bool {
        plausibility(of: fix, at: time, fences, nil) == .plausible
            && (maxSpeed.map { isWithin($0, Stamped(time: time, value: fix)) } ?? true)
    }

    private func isWithin(_ maxSpeed: Double, _ late: Stamped<Fix>) -> Bool {
        lastOwnFix.map { Self.speed(from: late, to: $0) <= maxSpeed } ?? true
    }

    /// The least speed in km/h that leads from one fix to another, when both are off by as much as their
    /// accuracy.
    ///
    /// A second is the least time that counts, since stamps are often whole seconds.
    private static func speed(from start: Stamped<Fix>, to end: Stamped<Fix>) -> Double {
        let metres = Geodesic.distance(start.value.coordinate, end.value.coordinate)
        let slack = (start.value.accuracy ?? 0) + (end.value.accuracy ?? 0)
        let seconds = max(1, Double(end.time.millisecondsSince(start.time)) / 1000)
        return max(0, metres - slack) / seconds * 3.6
    }
}

extension FenceTable {
    /// Whether any fence's shape holds a place.
    func hold(_ place: Coordinate) -> Bool {
        var near: [Int32] = []
        places.candidates(at: place, into: &near)
        let point = GeodesicPoint(place)
        return near.contains { slot in self[slot]?.shape.map { $0.signedDistance(to: point) <= 0 } ?? false }
    }
}
