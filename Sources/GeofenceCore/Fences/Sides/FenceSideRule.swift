/// The rule that each fence names.
struct FenceSideRule: SideRule {
    @inline(__always) func side(of measurement: EdgeMeasurement, wasInside: Bool) -> SideVerdict {
        switch measurement.rule {
        case .hysteresis: HysteresisRule().side(of: measurement, wasInside: wasInside)
        case .ignore: IgnoreRule().side(of: measurement, wasInside: wasInside)
        case .lenient: LenientRule().side(of: measurement, wasInside: wasInside)
        case .strict: StrictRule().side(of: measurement, wasInside: wasInside)
        }
    }
}
