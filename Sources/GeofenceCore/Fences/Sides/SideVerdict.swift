/// What a fix means for the side of a fence's edge.
public enum SideVerdict: Hashable, Sendable {
    /// The fix proves the inside.
    case inside
    /// The fix is inside, but too vague for this fence: the next one must say so too.
    case insideUnconfirmed
    /// The fix proves the outside.
    case outside
    /// The fix proves nothing: the side stays.
    case same
}
