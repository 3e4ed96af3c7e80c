/// Why a message is counted and dropped; the names of those in `allCases` are those in `stats`.
enum Rejection: String, Error, Hashable, CaseIterable, Sendable {
    /// There is no byte in it.
    case empty
    /// It is JSON, but no object.
    case shape
    /// It is no JSON, or not in UTF-8, or no whole sentence of NMEA 0183.
    case json
    /// A value is of a kind that can't be read.
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

    /// It is as its format has it, and about something else than where a device is: satellites, a will, a
    /// join.
    case unrelated
    /// It is encrypted, and there is no key for it.
    case locked
    /// It is encrypted, and the key that there is for it is not the right one, or it is damaged.
    case forged
    /// It is not encrypted, and its source has keys.
    case plain
    /// Its topic and another could make the same device's id.
    case ambiguous
    /// It is of a device that isn't known, and no more may become known; counted apart.
    case limited

    /// The reasons that are published, in their order.
    static let allCases: [Self] = [
        .empty, .shape, .json, .type, .missing, .range, .size, .id, .time, .topic, .inaccurate, .implausible,
    ]

    /// The reason that it is counted under.
    var counted: Self {
        switch self {
        case .unrelated, .locked, .forged, .plain: .type
        case .ambiguous: .id
        default: self
        }
    }

    /// Whether the payload shows what is wrong with it.
    var isOfPayload: Bool {
        switch self {
        case .shape, .json, .type, .missing, .range, .id, .time, .unrelated: true
        default: false
        }
    }

    /// Whether it is part of what devices send when all is well.
    var isUsual: Bool { self == .unrelated || self == .empty }
}
