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

    /// The same speed in km/h, to the nearest metre an hour where it is converted.
    ///
    /// A knot is 1,852 m an hour (BIPM, The International System of Units, 8th edition, table 8), a mile
    /// 1,609.344 m.
    func kilometresPerHour(_ speed: Double) -> Double {
        switch self {
        case .kilometresPerHour: speed
        case .metresPerSecond: (speed * 3600).rounded() / 1000
        case .knots: (speed * 1852).rounded() / 1000
        case .milesPerHour: (speed * 1609.344).rounded() / 1000
        }
    }
}
