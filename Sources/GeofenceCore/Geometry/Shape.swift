/// Where a fence is.
public enum Shape: Hashable, Sendable {
    /// All places within a distance of one.
    case circle(Circle)
}
