import GeofenceCore
import Logging

/// A number in a log line: as text with its unit, in JSON as a number with the unit in the name.
struct LogNumber: CustomStringConvertible, Sendable {
    /// As JSON has it.
    let digits: String
    /// Behind the number, where it has a unit: ` s`.
    let unit: String
    /// Behind the name: `Seconds`.
    let suffix: String

    var description: String { digits + unit }
}

extension Logger.MetadataValue {
    /// A count, or what has its unit in its name.
    static func number(_ number: some BinaryInteger) -> Self {
        .stringConvertible(LogNumber(digits: "\(number)", unit: "", suffix: ""))
    }

    /// Seconds, from milliseconds.
    static func seconds(milliseconds: Int64) -> Self {
        let digits = Seconds.text(milliseconds: milliseconds)
        return .stringConvertible(LogNumber(digits: digits, unit: " s", suffix: "Seconds"))
    }
}
