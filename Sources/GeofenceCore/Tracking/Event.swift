/// Whether a device is inside a fence.
public enum Status: UInt8, Hashable, Sendable, CustomStringConvertible {
    /// Nothing is known yet.
    case unknown
    /// Known not to be inside.
    case outside
    /// On one of the fence's networks, or geographically inside.
    case inside

    /// As in a status payload.
    public var description: String {
        switch self {
        case .unknown: "unknown"
        case .outside: "outside"
        case .inside: "inside"
        }
    }
}

/// What makes a device inside: its place, its network, or both.
public struct Via: OptionSet, Hashable, Sendable {
    /// The set as bits.
    public let rawValue: UInt8

    /// Makes a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Geographically inside the shape.
    public static let region = Via(rawValue: 1)
    /// On one of the fence's networks.
    public static let wifi = Via(rawValue: 2)
}

/// What led to an event.
public enum Cause: String, Hashable, Sendable {
    /// A fix.
    case position
    /// A WiFi report.
    case wifi
    /// The clock: the end of a hold, or a dwell time.
    case timer
    /// The silence after which a WiFi match ends.
    case expired
    /// The first thing known of a device.
    case initial
    /// The fence went.
    case removed
}

/// Something that happened between a device and a fence.
public struct Event: Hashable, Sendable {
    /// What happened.
    public enum Kind: Hashable, Sendable {
        /// The device came in.
        case enter
        /// The device left after a visit of that many milliseconds.
        case exit(duration: Int64)
        /// The device has been inside for that many milliseconds.
        case dwell(Int64)
    }

    /// What happened.
    public var kind: Kind
    /// Who.
    public var device: Identifier
    /// Where.
    public var fence: Identifier
    /// The fence's name for people.
    public var name: String?
    /// When the side changed, or the dwell time was reached.
    public var time: Timestamp
    /// When the hold ended; nil where the rules hold nothing back.
    public var confirmed: Timestamp?
    /// The fix that led to it; else the last accepted one, if there is one.
    public var fix: Fix?
    /// What made the device inside: for an exit, what did until then.
    public var via: Via
    /// What led to it.
    public var cause: Cause
    /// When the visit began.
    public var visit: Timestamp
    /// Counts up by one for each event of the device and fence, from 1.
    public var sequence: UInt32

    /// `{device}/{fence}/{time of enter}`: the same for all events of one visit.
    public var visitID: String {
        "\(device)/\(fence)/\(visit.iso8601)"
    }

    /// The visit and the kind: the same inputs give the same id.
    public var id: String {
        switch kind {
        case .enter: visitID + "/enter"
        case .exit: visitID + "/exit"
        case .dwell(let milliseconds): visitID + "/dwell-" + Seconds.text(milliseconds: milliseconds)
        }
    }
}
