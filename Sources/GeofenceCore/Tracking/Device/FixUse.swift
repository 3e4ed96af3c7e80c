/// Of what use a fix is.
enum FixUse: Hashable {
    /// No fence finds it too vague: it is where the device is now.
    case position
    /// Too vague for a fence nearby, but it proves something to others.
    case news
    /// Too vague for all that it could have changed.
    case nothing
}
