/// Inside at s ≤ 0, outside at s > margin, the point alone counts: `AccuracyRule.ignore`.
public struct IgnoreRule: SideRule {
    /// The rule.
    public init() {}

    /// The side that a measurement proves.
    public func side(of measurement: EdgeMeasurement, wasInside: Bool) -> SideVerdict {
        let distance = measurement.distance
        return distance <= 0 ? .inside : distance > measurement.margin ? .outside : .same
    }
}
