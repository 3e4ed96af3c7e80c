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
    /// The silence after which a WiFi match ends, or the end of the fence's time.
    case expired
    /// The hours at which the fence opens and closes.
    case schedule
    /// The way between two fixes outside.
    case crossing
    /// The first thing known of a device.
    case initial
    /// The fence went, or its place did.
    case removed
    /// A person has set where the device is.
    case manual
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
        /// The device has been faster than allowed, for the `episode`th time in this visit.
        case speeding(speed: Double, limit: Double, episode: UInt32)
        /// It is no longer so fast, or has left, after that many milliseconds with a highest speed in km/h.
        case speedingEnd(duration: Int64, speed: Double, limit: Double, episode: UInt32)
    }

    /// What happened.
    public var kind: Kind
    /// Who.
    public var device: Identifier
    /// Where: the fence, or the group of fences.
    public var fence: Identifier
    /// Whether it is of a group: of its first fence that the device came into, or its last that it left.
    public var isGroup = false
    /// What people have said of the fence; none of a group.
    public var properties: [FenceProperty] = []
    /// The fence's name for people.
    public var name: String?
    /// When the side changed, or the dwell time was reached.
    public var time: Timestamp
    /// When the hold ended; nil where the rules hold nothing back.
    public var confirmed: Timestamp?
    /// The fix that led to it; else the device's last one, if there is one.
    public var fix: Fix?
    /// What made the device inside: for an exit, what did until then.
    public var via: Via
    /// What led to it.
    public var cause: Cause
    /// Whether it was found in what came late, when the status had gone on.
    public var isLate = false
    /// The probability from 0 to 1 that the device is inside, or for an exit that it is outside, by the fix
    /// and its accuracy.
    ///
    /// 1 on one of the fence's networks.
    public var confidence: Double
    /// When the visit began.
    public var visit: Timestamp
    /// Counts up by one for each event of the device and fence, from 1.
    public var sequence: UInt32

    /// `{device}/{fence}/{time of enter}`: the same for all events of one visit.
    public var visitID: String { VisitName(device: device, fence: fence, enter: visit).text }

    /// The visit and the kind: the same inputs give the same id.
    ///
    /// A late exit may lie within a visit that has had its own by then: late ones are distinguished.
    public var id: String { id(ofVisit: visitID) }

    /// The same, where the id of the visit is known already.
    package func id(ofVisit visit: String) -> String { visit + idEnding }

    private var idEnding: String {
        switch kind {
        case .enter: isLate ? "/enter-late" : "/enter"
        case .exit: isLate ? "/exit-late" : "/exit"
        case .dwell(let milliseconds): "/dwell-" + Seconds.text(milliseconds: milliseconds)
        case .speeding(_, _, let episode): "/speeding-\(episode)"
        case .speedingEnd(_, _, _, let episode): "/speeding-end-\(episode)"
        }
    }
}
