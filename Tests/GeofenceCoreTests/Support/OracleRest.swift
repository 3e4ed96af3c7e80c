import GeofenceCore

/// The rules for a device at rest once more, with all the fixes of a rest kept.
struct OracleRest: Hashable {
    enum Step { case moving, resting, withheld }

    /// What ends a rest.
    struct Terms {
        let fixes: Int
        let isFirm: Bool
        /// Whether it says that it stands.
        let isStanding: Bool
    }

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

    /// "g = 2.5 + 0.75·min(1, W/900 s)" where it is firm, else 3; times max(e, ā).
    func reach(_ e: Double, isFirm: Bool) -> Double {
        max(e, mean) * (isFirm ? 2.5 + 0.75 * min(1, seconds / 900) : 3)
    }

    /// What a fix that is not near a rest does: ends it, is held back, or has to be confirmed.
    private enum Strayed { case ends, heldBack, asks }

    private func strayed(
        _ fix: Fix,
        _ reach: Double,
        at time: Timestamp,
        after last: Timestamp,
        _ terms: Terms
    )
        -> Strayed
    {
        let gap = Double(time.millisecondsSince(last)) / 1000
        let since = stray.map { Double(time.millisecondsSince($0.time)) / 1000 } ?? 0
        if terms.isStanding, gap < 60, since < 60 { return .heldBack }
        if terms.fixes == 2 { return .asks }
        let way = gap < 12 ? 2.5 * gap * gap : 60 * gap - 360
        return terms.isFirm && distance(to: fix.coordinate) > reach + way ? .asks : .ends
    }

    mutating func take(_ fix: Fix, _ e: Double, at time: Timestamp, after last: Timestamp, _ terms: Terms)
        -> Step
    {
        let was = isResting(last)
        let reach = reach(e, isFirm: terms.isFirm)
        let isFar = distance(to: fix.coordinate) > reach
        let strayed = isFar && was ? strayed(fix, reach, at: time, after: last, terms) : .ends
        if strayed == .heldBack {
            stray = stray ?? (fix.coordinate, time)
            return .withheld
        }
        if strayed == .asks {
            if let stray,
                Geodesic.distance(stray.place, fix.coordinate)
                    <= reach + (terms.isFirm ? 300 : 60) * Double(time.millisecondsSince(stray.time))
                    / 1000
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
        if e > 2 * mean {
            if terms.fixes == 1, distance(to: fix.coordinate) <= 3 * mean { stray = nil }
            return was ? .resting : .moving
        }
        stray = nil
        if e < mean / 2 {
            (latitude, longitude) = (fix.coordinate.latitude, fix.coordinate.longitude)
            (mean, seconds) = (e, min(seconds, 30))
        } else {
            let gap = min(300, Double(time.millisecondsSince(last)) / 1000)
            let w = gap * min(1, mean * mean / (e * e))
            seconds = min(seconds, terms.isFirm ? 28_800 : 7200)
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

    /// What a fix is to the device's rest, and to those that fences have of their own.
    struct RestSteps {
        var device = OracleRest.Step.moving
        var own: [Identifier: OracleRest.Step] = [:]
        /// Whether the fix is too vague to feed a rest.
        var isVague = false

        subscript(fence: Identifier) -> OracleRest.Step { own[fence] ?? device }
    }

    /// "It belongs to a device and is fed by all its fixes, whatever fences make of them".
    mutating func takeRest(_ fix: Fix, at time: Timestamp, _ device: Int) -> RestSteps {
        var steps = RestSteps()
        guard stream.rest != .off else { return steps }
        devices[device].hasGone = devices[device].hasGone || fix.speed ?? 0 >= 5
        guard fix.accuracy ?? 0 <= 1000 else { return isFirm ? vague(fix, device) : steps }
        guard devices[device].rest != nil, let last = devices[device].fixTime else {
            devices[device].rest = OracleRest(fix, error(fix), time)
            return steps
        }
        let (e, terms) = (
            error(fix),
            OracleRest.Terms(
                fixes: stream.rest == .twoFixes || stream.rest == .firmTwoFixes ? 2 : 1,
                isFirm: isFirm,
                isStanding: devices[device].hasGone && fix.speed.map { $0 < 2 } ?? false
            )
        )
        steps.device = devices[device].rest?.take(fix, e, at: time, after: last, terms) ?? .moving
        for fence in devices[device].pairs.keys {
            let own = devices[device].pairs[fence]?.rest?.take(fix, e, at: time, after: last, terms)
            steps.own[fence] = own
            if steps[fence] == .moving { devices[device].pairs[fence]?.endRuns() }
        }
        return steps
    }

    private var isFirm: Bool { stream.rest == .firm || stream.rest == .firmTwoFixes }

    /// "Where the device rests and |fix − m| ≤ g·max(a, ā), m is judged, else the fix by itself".
    private func vague(_ fix: Fix, _ device: Int) -> RestSteps {
        var steps = RestSteps()
        steps.isVague = true
        guard let last = devices[device].fixTime, let rest = devices[device].rest else { return steps }
        func step(_ rest: OracleRest) -> OracleRest.Step {
            let isNear = rest.distance(to: fix.coordinate) <= rest.reach(error(fix), isFirm: true)
            return rest.isResting(last) && isNear ? .resting : .moving
        }
        steps.device = step(rest)
        for (fence, pair) in devices[device].pairs { steps.own[fence] = pair.rest.map(step) }
        return steps
    }

    func judgeAtRest(
        _ fix: Fix,
        _ s: Double,
        at time: Timestamp,
        _ fence: Fence,
        _ device: Int,
        _ pair: inout Pair,
        isVague: Bool
    ) {
        guard let rest = pair.rest ?? devices[device].rest, let disc = fence.disc else { return }
        pair.isAsking = false
        let (before, middle) = (pair.region == true, rest.distance(to: disc.center) - disc.radius)
        let factor = min(1, max(isFirm ? 0.35 : 0.3, (300 / max(rest.seconds, 1)).squareRoot()))
        let least = min(0.35 * rest.mean, disc.radius / 4)
        if middle <= (isFirm && rest.seconds > 1800 ? -least : 0) { pair.region = true }
        if middle > rest.mean * factor + fence.rules.margin { pair.region = false }
        if isVague {
            if pair.region != before { pair.endRuns() }
            return
        }
        let (e, beyond) = (error(fix), before ? s - fence.rules.margin : -s)
        let (off, reach) = (rest.distance(to: fix.coordinate), max(error(fix), rest.mean))
        let isClear = (before ? beyond > 1.5 * e : beyond >= 1.5 * e) && (!isFirm || off > 2.5 * reach)
        let isNear = (before ? beyond > e : beyond >= e) && (!isFirm || off > 2 * reach)
        pair.clear = isClear ? pair.clear + [time] : []
        pair.near = isNear ? pair.near + [time] : []
        if pair.region != before {
            pair.endRuns()
        } else if isSteady(pair.clear, 60) || isSteady(pair.near, 1800) {
            pair.region = !before
            pair.rest = OracleRest(fix, e, time)
            pair.endRuns()
        }
    }

    private func isSteady(_ run: [Timestamp], _ seconds: Int64) -> Bool {
        guard run.count >= 3, let first = run.first, let last = run.last else { return false }
        return last.millisecondsSince(first) >= seconds * 1000
    }
}

extension Oracle.Pair {
    /// "A fix at rest that is not contrary ends the run, and so does the end of the rest".
    mutating func endRuns() { (clear, near) = ([], []) }
}
