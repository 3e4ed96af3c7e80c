/// Why a message is counted and dropped; the names are those in `stats`.
enum Rejection: String, Error, Hashable, CaseIterable, Sendable {
    /// There is no byte in it.
    case empty
    /// It is JSON, but no object.
    case shape
    /// It is no JSON, or not in UTF-8.
    case json
    /// A value is of a kind that can't be read, or the message is not about a position at all.
    case type
    /// A value that is needed isn't there.
    case missing
    /// A number lies beyond what it may be.
    case range
    /// It is larger than `PayloadDecoder.maximumSize`.
    case size
    /// It names a device in a way that no topic can carry.
    case id
    /// Its time can't be read, or is before the year 2000.
    case time
    /// It came on a topic that no source asked for.
    case topic
    /// Its position is too vague for its fences.
    case inaccurate
    /// No device can be there: too far from its last position for the time, or at 0° north, 0° east.
    case implausible
}
