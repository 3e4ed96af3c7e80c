extension FenceTable {
    /// What a fix asks of a fence; nil where that has no place, is not for the device, or not monitored.
    func question(_ slot: Int32, of fix: Fix, at place: GeodesicPoint, by device: Identifier)
        -> EdgeMeasurement?
    {
        plainQuestion(slot, of: fix, at: place) ?? self[slot]?.question(of: fix, at: place, by: device)
    }

    /// What a fix asks of a fence; nil where that isn't plain.
    @inline(__always)
    func plainQuestion(_ slot: Int32, of fix: Fix, at place: GeodesicPoint) -> EdgeMeasurement? {
        let sketch = sketches[Int(slot)]
        guard let circle = sketch.circle else { return nil }
        let rule = edgeRules[sketch.edgeRuleNumber]
        return EdgeMeasurement(
            distance: circle.signedDistance(to: place),
            accuracy: fix.accuracy ?? rule.unknownAccuracy,
            isAccuracyTold: fix.accuracy != nil,
            scale: circle.radius,
            margin: rule.margin,
            accuracyLimit: fix.accuracy == nil ? .infinity : rule.accuracyLimit,
            rule: rule.accuracyRule
        )
    }

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
        let rule = edgeRule
        return EdgeMeasurement(
            distance: shape.signedDistance(to: place),
            accuracy: accuracy(of: fix),
            isAccuracyTold: fix.accuracy != nil,
            scale: shape.scale,
            margin: rule.margin,
            accuracyLimit: fix.accuracy == nil ? .infinity : rule.accuracyLimit,
            rule: rule.accuracyRule,
            isAtOtherHeight: fence.altitude.map { !$0.holds(fix.altitude) } ?? false,
            isOnTheMove: anchor != nil
        )
    }
}
