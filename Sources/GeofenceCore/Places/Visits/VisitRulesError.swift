/// Why rules for visits can't be.
public enum VisitRulesError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The radius is not within its range of metres.
    case radius(Double)
    /// The least duration is not within its range of seconds.
    case minDuration(Double)
    /// The time outside is not within its range of seconds.
    case leaveAfter(Double)
    /// The longest silence is not within its range of seconds.
    case maxGap(Double)
    /// The worst accuracy is not within its range of metres.
    case maxAccuracy(Double)

    /// What is wrong, for a person.
    public var description: String {
        switch self {
        case .radius(let metres): "the radius of a visit is 1 to 1000 metres, not \(metres)"
        case .minDuration(let seconds): "a visit's least duration is 0 to 86400 seconds, not \(seconds)"
        case .leaveAfter(let seconds): "leaving takes 0 to 86400 seconds, not \(seconds)"
        case .maxGap(let seconds): "a silence that ends a visit has 60 to 2678400 seconds, not \(seconds)"
        case .maxAccuracy(let metres):
            "the worst accuracy of a visit's fix is 1 to 10000 metres, not \(metres)"
        }
    }
}
