import GeofenceCore

/// What one payload says.
///
/// What few payloads say stands in a box of its own: a reading without it costs next to nothing to pass on.
struct Reading: Hashable, Sendable {
    /// When it was observed; nil where the payload has no time.
    var time: Timestamp?
    /// Milliseconds since midnight in UTC when it was observed, where the payload has no date.
    var timeOfDay: Int64?
    /// Per cent that are left in the device's battery, 0 to 100.
    var battery: UInt8?
    /// Where the device is.
    var fix: Fix?
    /// What few payloads say; nil where this one says nothing of it.
    private var rare: Rare?

    private struct Rarities: Hashable {
        var device: Identifier?
        var wifi: WiFiReport?
        var name: String?
        var earlier: [Reading] = []
        var refused: [Rejection] = []
    }

    private indirect enum Rare: Hashable { case rarities(Rarities) }

    private var rarities: Rarities {
        get { if case .rarities(let rarities) = rare { rarities } else { Rarities() } }
        set { rare = newValue == Rarities() ? nil : .rarities(newValue) }
    }
}

extension Reading {
    init(
        device: Identifier? = nil,
        time: Timestamp? = nil,
        timeOfDay: Int64? = nil,
        battery: UInt8? = nil,
        fix: Fix? = nil,
        wifi: WiFiReport? = nil,
        name: String? = nil,
        earlier: [Reading] = []
    ) {
        let rarities = Rarities(device: device, wifi: wifi, name: name, earlier: earlier)
        self.init(
            time: time,
            timeOfDay: timeOfDay,
            battery: battery,
            fix: fix,
            rare: rarities == Rarities() ? nil : .rarities(rarities)
        )
    }
}

extension Reading {
    /// The device that the payload names; nil unless the source asks for it, and where `earlier` has one of
    /// the same device.
    var device: Identifier? {
        get { if case .rarities(let rarities) = rare { rarities.device } else { nil } }
        set { rarities.device = newValue }
    }

    /// Which WiFi it is on.
    var wifi: WiFiReport? {
        get { if case .rarities(let rarities) = rare { rarities.wifi } else { nil } }
        set { rarities.wifi = newValue }
    }

    /// What people call the device, where the payload says so.
    var name: String? {
        get { if case .rarities(let rarities) = rare { rarities.name } else { nil } }
        set { rarities.name = newValue }
    }

    /// What else the payload says, in the order in which it counts: of moments before, or of other devices.
    var earlier: [Reading] {
        get { if case .rarities(let rarities) = rare { rarities.earlier } else { [] } }
        set { rarities.earlier = newValue }
    }

    /// Why parts of the payload can't be read, beside what can.
    var refused: [Rejection] {
        get { if case .rarities(let rarities) = rare { rarities.refused } else { [] } }
        set { rarities.refused = newValue }
    }
}

extension Reading {
    /// Puts several of one payload together, by their times where all have one, else in its order; nil where
    /// there is none.
    ///
    /// Of those of a device without a time only the last counts: the others would all be of the moment of
    /// arrival. `refused` is why others can't be read.
    init?(_ readings: [Reading], refused: [Rejection] = []) {
        var several = readings.count > 1 ? Self.counting(of: readings) : readings
        if several.allSatisfy({ $0.time != nil }) {
            several.sort { ($0.time ?? .year2000) < ($1.time ?? .year2000) }
        }
        guard let last = several.popLast() else { return nil }
        self = last
        earlier = several
        if !refused.isEmpty { self.refused = refused }
    }

    private static func counting(of readings: [Reading]) -> [Reading] {
        var devices: Set<Identifier?> = []
        var kept: [Reading] = []
        for reading in readings.reversed() {
            let isLast = devices.insert(reading.device).inserted
            if isLast || reading.time != nil || reading.timeOfDay != nil { kept.append(reading) }
        }
        return kept.reversed()
    }

    /// What the engine observes of it; `rest` is how its device's rest is judged.
    func observation(at time: Timestamp, arrival: Timestamp, _ rest: RestRule?) -> Observation {
        Observation(time: time, arrival: arrival, fix: fix, wifi: wifi, rest: rest)
    }

    /// The moment that a time of day is of: the last one before the arrival, or up to a minute after it.
    ///
    /// A minute, since a stamp that is so far ahead counts as it is.
    func moment(before arrival: Timestamp) -> Timestamp? {
        guard let timeOfDay else { return nil }
        let (day, latest) = (Int64(86_400_000), arrival.milliseconds + 60_000)
        let midnight = latest - latest % day
        let today = midnight + timeOfDay
        return Timestamp(milliseconds: today <= latest ? today : today - day)
    }
}
