/// Inside at s < a, outside at s ≥ a + margin, touching is enough: `AccuracyRule.lenient`.
public struct LenientRule: SideRule {
    /// The rule.
    public init() {}

    /// The side that a measurement proves.
    public func side(of measurement: EdgeMeasurement, wasInside: Bool) -> SideVerdict {
        let (distance, accuracy) = (measurement.distance, measurement.accuracy)
        return distance < accuracy
            ? .inside : distance >= accuracy + measurement.margin ? .outside : .same
    }
}
