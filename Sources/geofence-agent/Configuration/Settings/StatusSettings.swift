/// How much the agent publishes of what it knows.
struct StatusSettings: Hashable, Sendable {
    /// Most fences for which a device has a status topic of each, 0 to 100,000.
    var allUpTo = 100
    /// Most names of devices in a fence's topic, 0 to 100,000.
    var occupants = 100
    /// Least seconds between two updates of a device's topic without a transition; 0 is every fix.
    var deviceEvery = 30.0

    /// The keys of `status`.
    enum Key: String, ConfigurationKey { case allUpTo, occupants, deviceEvery }

    /// Everything as by default.
    init() {}

    /// Reads `status`.
    init(reading value: ValueReader) {
        guard let object = value.object(Key.self) else { return }
        allUpTo = object[.allUpTo]?.integer(0...100_000, "fences") ?? allUpTo
        occupants = object[.occupants]?.integer(0...100_000, "names") ?? occupants
        deviceEvery = object[.deviceEvery]?.number(.upTo(86400, "seconds")) ?? deviceEvery
    }
}
