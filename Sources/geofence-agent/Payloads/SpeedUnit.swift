/// What a speed is counted in; the raw values are those of the configuration.
enum SpeedUnit: String, Hashable, CaseIterable, Sendable {
    case kilometresPerHour = "km/h"
    case metresPerSecond = "m/s"
    case knots
    case milesPerHour = "mph"

    /// The field for speeds in this unit.
    var field: Field {
        switch self {
        case .kilometresPerHour: .speedKMH
        case .metresPerSecond: .speedMPS
        case .knots: .speedKnots
        case .milesPerHour: .speedMPH
        }
    }

    /// The same speed in km/h.
    ///
    /// A knot is 1,852 m an hour (BIPM, The International System of Units, 8th edition, table 8), a mile 1,609.344 m. Both factors are
    /// whole, so that 6.328 m/s are 22.7808 km/h and not a little more.
    func kilometresPerHour(_ speed: Double) -> Double {
        switch self {
        case .kilometresPerHour: speed
        case .metresPerSecond: speed * 36 / 10
        case .knots: speed * 1852 / 1000
        case .milesPerHour: speed * 1_609_344 / 1_000_000
        }
    }
}
