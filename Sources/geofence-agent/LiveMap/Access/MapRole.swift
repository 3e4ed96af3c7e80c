/// What somebody may do on the live map.
enum MapRole: String, Sendable {
    /// See devices and fences, and ask.
    case view
    /// Change fences, too.
    case edit
}
