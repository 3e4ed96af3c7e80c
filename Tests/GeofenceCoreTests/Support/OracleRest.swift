import GeofenceCore

/// The rules for a device at rest once more, with all the fixes of a rest kept.
struct OracleRest: Hashable {
    enum Step { case moving, resting, withheld }

    var latitude, longitude: Double
    /// The running mean of accuracies, and how many seconds all fixes stand for.
    var mean: Double
    var seconds = 0.0
    var stamps: [Timestamp]
    var stray: (place: Coordinate, time: Timestamp)?

    init(_ fix: Fix, _ e: Double, _ time: Timestamp) {
        (latitude, longitude, mean) = (fix.coordinate.latitude, fix.coordinate.longitude, e)
        stamps = [time]
    }

    static func == (a: OracleRest, b: OracleRest) -> Bool { a.stamps == b.stamps && a.mean == b.mean }

    func hash(into hasher: inout Hasher) { hasher.combine(stamps) }

    /// "n ≥ 3 and now − since ≥ max(60 s, ā·6 s/m)".
    func isResting(_ now: Timestamp) -> Bool {
        stamps.count >= 3 && Double(now.millisecondsSince(stamps[0])) / 1000 >= max(60, 6 * mean)
    }

    func distance(to place: Coordinate) -> Double {
        (try? Coordinate(latitude: latitude, longitude: longitude)).map { Geodesic.distance($0, place) } ?? 0
    }

    mutating func take(_ fix: Fix, _ e: Double, at time: Timestamp, after last: Timestamp, fixes: Int) -> Step
    {
        let was = isResting(last)
        let isFar = distance(to: fix.coordinate) > 3 * max(e, mean)
        if isFar, fixes == 2, was {
            let reach = 3 * max(e, mean)
            if let stray,
                Geodesic.distance(stray.place, fix.coordinate)
                    <= reach + 60 * Double(time.millisecondsSince(stray.time)) / 1000
            {
                self = OracleRest(fix, e, time)
                return .moving
            }
            stray = (fix.coordinate, time)
            return .withheld
        }
        if isFar || e < mean / 2 && !was {
            self = OracleRest(fix, e, time)
            return .moving
        }
        if e > 2 * mean { return was ? .resting : .moving }
        stray = nil
        if e < mean / 2 {
            (latitude, longitude) = (fix.coordinate.latitude, fix.coordinate.longitude)
            (mean, seconds) = (e, min(seconds, 30))
        } else {
            let gap = min(300, Double(time.millisecondsSince(last)) / 1000)
            let w = gap * min(1, mean * mean / (e * e))
            seconds = min(seconds, 7200)
            let share = w == 0 ? 0 : stamps.count == 1 ? 0.5 : w / (seconds + w)
            latitude += share * (fix.coordinate.latitude - latitude)
            longitude += share * (fix.coordinate.longitude - longitude)
            seconds += w
            mean += 0.1 * (e - mean)
            stamps.append(time)
        }
        return isResting(time) ? .resting : .moving
    }
}

extension Oracle {
    private func error(_ fix: Fix) -> Double { max(5, fix.accuracy ?? stream.unknownAccuracy) }

    /// Every fence has a rest of its own here, fed by all fixes of the device.
    mutating func takeRest(_ fix: Fix, at time: Timestamp, _ fence: Fence, _ device: Int) -> OracleRest.Step {
        guard stream.rest != .off, fix.accuracy ?? 0 <= 1000 else { return .moving }
        var pair = pair(device, fence.id)
        defer { devices[device].pairs[fence.id] = pair }
        guard pair.rest != nil, let last = devices[device].fixTime else {
            pair.rest = OracleRest(fix, error(fix), time)
            return .moving
        }
        let fixes = stream.rest == .twoFixes ? 2 : 1
        let step = pair.rest?.take(fix, error(fix), at: time, after: last, fixes: fixes) ?? .moving
        if step == .moving { (pair.clear, pair.near) = ([], []) }
        return step
    }

    func judgeAtRest(_ fix: Fix, _ s: Double, at time: Timestamp, _ fence: Fence, _ pair: inout Pair) {
        guard let rest = pair.rest, let disc = fence.disc else { return }
        pair.isAsking = false
        let (before, middle) = (pair.region == true, rest.distance(to: disc.center) - disc.radius)
        let factor = min(1, max(0.3, (300 / max(rest.seconds, 1)).squareRoot()))
        if middle <= 0 { pair.region = true }
        if middle > rest.mean * factor + fence.rules.margin { pair.region = false }
        let (e, beyond) = (error(fix), before ? s - fence.rules.margin : -s)
        let isClear = before ? beyond > 1.5 * e : beyond >= 1.5 * e
        let isNear = before ? beyond > e : beyond >= e
        pair.clear = isClear ? pair.clear + [time] : []
        pair.near = isNear ? pair.near + [time] : []
        if pair.region != before {
            (pair.clear, pair.near) = ([], [])
        } else if isSteady(pair.clear, 60) || isSteady(pair.near, 1800) {
            pair.region = !before
            pair.rest = OracleRest(fix, e, time)
            (pair.clear, pair.near) = ([], [])
        }
    }

    private func isSteady(_ run: [Timestamp], _ seconds: Int64) -> Bool {
        guard run.count >= 3, let first = run.first, let last = run.last else { return false }
        return last.millisecondsSince(first) >= seconds * 1000
    }
}
