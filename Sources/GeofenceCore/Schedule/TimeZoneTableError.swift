/// Why a table of offsets describes no time zone.
public enum TimeZoneTableError: Error, Hashable, Sendable, CustomStringConvertible {
    /// So many seconds from UTC are beyond `TimeZoneTable.maximumOffset`.
    case offset(Int)
    /// A change at a moment that is no whole second.
    case fraction(Timestamp)
    /// A change that is not later than the one before it.
    case order(Timestamp)

    /// What is wrong, for a person.
    public var description: String {
        switch self {
        case .offset(let seconds): "an offset of \(seconds) seconds is not within 26 hours of UTC"
        case .fraction(let time): "the clocks can't change at \(time.iso8601), which is no whole second"
        case .order(let time): "the change at \(time.iso8601) is not later than the one before it"
        }
    }
}
