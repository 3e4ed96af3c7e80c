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
