/// Why a window can't be.
public enum WeeklyWindowError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It opens on no day.
    case noDay
    /// It opens so many seconds after 00:00, which is no time of a day.
    case from(Int)
    /// It closes so many seconds after 00:00, which is no time of a day.
    case to(Int)

    /// What is wrong, for a person.
    public var description: String {
        switch self {
        case .noDay: "a window needs at least one day"
        case .from(let seconds): "a window can't open \(seconds) seconds after 00:00; 0 to 86399"
        case .to(let seconds): "a window can't close \(seconds) seconds after 00:00; 0 to 86400"
        }
    }
}
