/// Where a device says it is.
public struct Fix: Hashable, Sendable {
    /// The place.
    public var coordinate: Coordinate
    @usableFromInline var packedAccuracy, packedAltitude, packedSpeed: PackedNumber

    /// Makes a fix.
    ///
    /// An accuracy of 0 means unknown, one without end is too vague for any fence. An accuracy or a speed
    /// below 0, which some devices send for that, means unknown too, as does what is no finite number
    /// otherwise.
    public init(
        coordinate: Coordinate,
        accuracy: Double? = nil,
        altitude: Double? = nil,
        speed: Double? = nil
    ) {
        self.coordinate = coordinate
        packedAccuracy = PackedNumber(accuracy.flatMap { $0 > 0 ? $0 : nil })
        packedAltitude = PackedNumber(altitude.flatMap { $0.isFinite ? $0 : nil })
        packedSpeed = PackedNumber(speed.flatMap { $0 >= 0 && $0.isFinite ? $0 : nil })
    }
}

extension Fix {
    /// Radius in metres that holds the true place with 68 % probability; nil where unknown.
    ///
    /// Above 0.
    @inlinable public var accuracy: Double? {
        get { packedAccuracy.value }
        set { packedAccuracy = PackedNumber(newValue) }
    }

    /// Metres above the sea or the ellipsoid, whichever the device reports; nil where unknown.
    @inlinable public var altitude: Double? {
        get { packedAltitude.value }
        set { packedAltitude = PackedNumber(newValue) }
    }

    /// Speed over ground in km/h as the device reports it, 0 or more; nil where unknown.
    @inlinable public var speed: Double? {
        get { packedSpeed.value }
        set { packedSpeed = PackedNumber(newValue) }
    }
}

/// Which WiFi a device says it is on.
///
/// The texts stand elsewhere, so that an observation without a network, as most are, is copied without a look
/// at them.
public enum WiFiReport: Hashable, Sendable {
    /// On a network: its name, the access point's address as 12 lower-case hexadecimal digits, or both.
    indirect case connected(ssid: String?, bssid: String?)
    /// On none.
    case disconnected
}

/// What one message says of one device: a fix, a WiFi report, or both at once.
public struct Observation: Hashable, Sendable {
    /// When it was observed.
    public var time: Timestamp
    /// When it reached the agent; the same as `time` in a replay.
    public var arrival: Timestamp
    /// Where the device is, if the message says so.
    public var fix: Fix?
    /// Which WiFi it is on, if the message says so.
    public var wifi: WiFiReport?
    /// How its device's rest is judged; nil: as the rules for all devices say.
    public var rest: RestRule?
    /// Private, so that the initializer that copies nothing, which Swift makes, is this file's alone.
    private var isByHand = false
}

extension Observation {
    /// Whether a person says so, and not the device: it is believed at once, and what follows has the cause
    /// `manual`.
    ///
    /// Not part of its bytes.
    public var isManual: Bool {
        get { isByHand }
        set { isByHand = newValue }
    }

    /// Makes an observation.
    public init(
        time: Timestamp,
        arrival: Timestamp,
        fix: Fix? = nil,
        wifi: WiFiReport? = nil,
        isManual: Bool = false,
        rest: RestRule? = nil
    ) {
        self.init(time: time, arrival: arrival, fix: fix, wifi: wifi, rest: rest, isByHand: isManual)
    }
}
