/// How ways between stops are found.
struct RoutingSettings: Hashable, Sendable {
    /// Kilometres an hour that are assumed along a straight line, 1 to 1,000.
    var speed = 50.0
    /// Seconds after which times that are hardly others are published again, 5 to 3,600.
    var every = 60.0

    /// The keys of `routing`.
    enum Key: String, ConfigurationKey { case speed, every }

    /// Straight lines.
    init() {}

    /// Reads `routing`.
    init(reading value: ValueReader) {
        guard let object = value.object(Key.self) else { return }
        speed = object[.speed]?.number(NumberRange(lower: 1, upper: 1000, unit: "km/h")) ?? speed
        every = object[.every]?.number(NumberRange(lower: 5, upper: 3600, unit: "seconds")) ?? every
    }
}
