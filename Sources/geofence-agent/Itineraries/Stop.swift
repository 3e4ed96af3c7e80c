import GeofenceCore

/// A place where a device is to come by.
struct Stop: Hashable, Sendable {
    /// What it is called by people, up to 256 bytes; nil: by its label alone.
    var name: String?
    /// Where it is.
    var place: Coordinate
    /// Metres of its fence, 0 for none, up to 100,000; nil: as the itinerary says.
    var radius: Double?
    /// Seconds that the device is to stay, 0 to 604,800; nil: none.
    var stay: Double?
    /// When the device is to be there; nil: at no certain time.
    var by: Timestamp?

    /// The keys of a stop.
    enum Key: String, ConfigurationKey { case name, latitude, longitude, radius, stay, by }

    /// Metres that the radius of a stop may have.
    static let radii = NumberRange.upTo(100_000, "metres")
    /// Seconds in seven days, the longest stay.
    static let stays = NumberRange.upTo(604_800, "seconds")
}

/// What a stop is called by its place in the itinerary: A to Z, then AA, AB and so on.
enum StopLabel {
    /// The label of a stop by its place, from 0.
    static func text(_ index: Int) -> String {
        let letter = String(UnicodeScalar(UInt8(ascii: "A") + UInt8(index % 26)))
        return index < 26 ? letter : text(index / 26 - 1) + letter
    }

    /// The place of a label among so many stops; nil where none of them is called so.
    static func index(_ label: String, among count: Int) -> Int? {
        (0..<count).first { text($0) == label.uppercased() }
    }
}
