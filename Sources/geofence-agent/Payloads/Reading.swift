import GeofenceCore

/// What one payload says.
struct Reading: Hashable, Sendable {
    /// The device that the payload names; nil unless the source asks for it.
    var device: Identifier?
    /// When it was observed; nil where the payload has no time.
    var time: Timestamp?
    /// Where the device is.
    var fix: Fix?
    /// Which WiFi it is on.
    var wifi: WiFiReport?
}
