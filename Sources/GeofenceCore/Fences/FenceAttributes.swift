/// What holds of a fence besides its name and place, with what the engine needs of it.
///
/// A class, since most fences of a table have the same terms: they are kept once (see `SharedTerms`), and a
/// fence costs one reference.
final class FenceAttributes: Sendable {
    let follows: Follow?
    let wifi: [WiFiPattern]
    let altitude: AltitudeBand?
    let devices: [DevicePattern]
    let groups: [Identifier]
    let schedule: Schedule?
    let rules: Rules
    let origin: FenceOrigin
    let properties: [FenceProperty]
    let isMonitored: Bool

    // The times of the rules in milliseconds.
    let enterAfter: Int64
    let exitAfter: Int64
    /// Ascending.
    let dwell: [Int64]
    let wifiExpiry: Int64?
    /// At least 1: a silence of none is no silence.
    let staleAfter: Int64?
    let speedFor: Int64
    let maxGap: Int64

    init(
        follows: Follow?,
        wifi: [WiFiPattern],
        altitude: AltitudeBand?,
        devices: [DevicePattern],
        groups: [Identifier],
        schedule: Schedule?,
        rules: Rules,
        origin: FenceOrigin,
        properties: [FenceProperty],
        isMonitored: Bool
    ) {
        self.follows = follows
        self.wifi = wifi
        self.altitude = altitude
        self.devices = devices
        self.groups = groups
        self.schedule = schedule
        self.rules = rules
        self.origin = origin
        self.properties = properties
        self.isMonitored = isMonitored
        enterAfter = Seconds.milliseconds(rules.enterAfter)
        exitAfter = Seconds.milliseconds(rules.exitAfter)
        dwell = rules.dwell.map(Seconds.milliseconds).sorted()
        wifiExpiry = rules.wifiExpiry.map(Seconds.milliseconds)
        staleAfter = rules.staleAfter.map { max(1, Seconds.milliseconds($0)) }
        speedFor = Seconds.milliseconds(rules.speedFor)
        maxGap = Seconds.milliseconds(rules.maxGap)
    }
}

extension FenceAttributes: Hashable {
    static func == (a: FenceAttributes, b: FenceAttributes) -> Bool {
        a === b
            || a.rules == b.rules && a.follows == b.follows && a.wifi == b.wifi && a.altitude == b.altitude
                && a.devices == b.devices && a.groups == b.groups && a.schedule == b.schedule
                && a.origin == b.origin && a.properties == b.properties
                && a.isMonitored == b.isMonitored
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(follows)
        hasher.combine(wifi)
        hasher.combine(altitude)
        hasher.combine(devices)
        hasher.combine(groups)
        hasher.combine(schedule)
        hasher.combine(rules)
        hasher.combine(origin)
        hasher.combine(properties)
        hasher.combine(isMonitored)
    }
}
