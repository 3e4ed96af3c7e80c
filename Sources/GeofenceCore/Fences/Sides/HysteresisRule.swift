/// Inside at s ≤ 0 (twice in a row where a exceeds the fence's scale), outside at s > a + margin:
/// `AccuracyRule.hysteresis`.
public struct HysteresisRule: SideRule {
    /// The rule.
    public init() {}

    /// The side that a measurement proves.
    public func side(of measurement: EdgeMeasurement, wasInside: Bool) -> SideVerdict {
        let (distance, accuracy) = (measurement.distance, measurement.accuracy)
        if distance <= 0 { return accuracy > measurement.scale ? .insideUnconfirmed : .inside }
        return distance > accuracy + measurement.margin ? .outside : .same
    }
}
