/// Inside at s + a ≤ 0, outside at s − a > margin, the whole error circle counts: `AccuracyRule.strict`.
public struct StrictRule: SideRule {
    /// The rule.
    public init() {}

    /// The side that a measurement proves.
    public func side(of measurement: EdgeMeasurement, wasInside: Bool) -> SideVerdict {
        let (distance, accuracy) = (measurement.distance, measurement.accuracy)
        return distance + accuracy <= 0
            ? .inside : distance - accuracy > measurement.margin ? .outside : .same
    }
}
