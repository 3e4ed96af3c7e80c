/// What one fix says of the side of a fence's edge that a device is on, and by what the fence judges that.
struct EdgeMeasurement {
    /// Signed distance of the fix to the edge in metres, negative inside.
    var distance: Double
    /// The accuracy that counts, in metres.
    var accuracy: Double
    /// Whether the device has reported it, and nothing stands for it.
    var isAccuracyTold = true
    /// Twice the fence's area over its perimeter, in metres: the radius of a circle.
    var scale: Double
    /// Metres that an exit needs besides the accuracy.
    var margin: Double
    /// Accuracy in metres above which a fix is used only where it clears the edge.
    var accuracyLimit = Double.infinity
    /// How accuracy weighs.
    var rule = AccuracyRule.hysteresis
    /// Whether the fix is above or below the fence's heights.
    var isAtOtherHeight = false
    /// Whether the fence goes with a device.
    var isOnTheMove = false
    /// Whether the fix has been judged before, and only the fence is new.
    var isRepeat = false

    /// Whether the fix is too inaccurate to be used.
    var isRefused: Bool { accuracy > accuracyLimit && distance <= accuracy + margin }

    /// The side of its point.
    var pointSide: Status { distance <= 0 && !isAtOtherHeight ? .inside : .outside }
}

extension FenceTable {
    /// What a fix asks of a fence; nil where that has no place, is not for the device, or not monitored.
    func question(_ slot: Int32, of fix: Fix, at place: GeodesicPoint, by device: Identifier)
        -> EdgeMeasurement?
    {
        sketches[Int(slot)].question(of: fix, at: place)
            ?? self[slot]?.question(of: fix, at: place, by: device)
    }
}

extension FenceHotData {
    /// What a fix asks of a fence; nil where that isn't plain.
    @inline(__always)
    func question(of fix: Fix, at place: GeodesicPoint) -> EdgeMeasurement? {
        guard let circle else { return nil }
        return EdgeMeasurement(
            distance: circle.signedDistance(to: place),
            accuracy: fix.accuracy ?? Double(unknownAccuracy),
            isAccuracyTold: fix.accuracy != nil,
            scale: circle.radius,
            margin: margin,
            accuracyLimit: fix.accuracy == nil ? .infinity : accuracyLimit,
            rule: rule
        )
    }
}

extension FenceTable {
    /// Signed metres from a place to a fence's edge; nil where that has no place.
    func distance(_ slot: Int32, to place: GeodesicPoint) -> Double? {
        if let circle = sketches[Int(slot)].circle { return circle.signedDistance(to: place) }
        return self[slot]?.shape?.signedDistance(to: place)
    }
}

extension FenceEntry {
    /// What a fix asks of any fence; nil where that is not for the device, or not monitored.
    func question(of fix: Fix, at place: GeodesicPoint, by device: Identifier) -> EdgeMeasurement? {
        fence.isMonitored && admits(device) ? question(of: fix, at: place) : nil
    }

    /// The same for a device that the fence is for.
    func question(of fix: Fix) -> EdgeMeasurement? { question(of: fix, at: GeodesicPoint(fix.coordinate)) }

    private func question(of fix: Fix, at place: GeodesicPoint) -> EdgeMeasurement? {
        guard let shape else { return nil }
        return EdgeMeasurement(
            distance: shape.signedDistance(to: place),
            accuracy: accuracy(of: fix),
            isAccuracyTold: fix.accuracy != nil,
            scale: shape.scale,
            margin: fence.rules.margin,
            accuracyLimit: fix.accuracy == nil ? .infinity : accuracyLimit,
            rule: fence.rules.accuracy,
            isAtOtherHeight: fence.altitude.map { !$0.holds(fix.altitude) } ?? false,
            isOnTheMove: anchor != nil
        )
    }
}

/// What a fix means for the side.
enum SideVerdict: Hashable {
    /// The fix proves the inside.
    case inside
    /// The fix is inside, but too vague for this fence: the next one must say so too.
    case insideUnconfirmed
    /// The fix proves the outside.
    case outside
    /// The fix proves nothing: the side stays.
    case same
}

extension AccuracyRule {
    /// Answers under this rule.
    func answer(_ q: EdgeMeasurement) -> SideVerdict {
        switch self {
        case .hysteresis: hysteresis(q)
        case .ignore: q.distance <= 0 ? .inside : q.distance > q.margin ? .outside : .same
        case .lenient:
            q.distance < q.accuracy ? .inside : q.distance >= q.accuracy + q.margin ? .outside : .same
        case .strict:
            q.distance + q.accuracy <= 0 ? .inside : q.distance - q.accuracy > q.margin ? .outside : .same
        }
    }

    private func hysteresis(_ q: EdgeMeasurement) -> SideVerdict {
        if q.distance <= 0 { return q.accuracy > q.scale ? .insideUnconfirmed : .inside }
        return q.distance > q.accuracy + q.margin ? .outside : .same
    }
}
