/// What is kept of the past, and for how long.
struct HistorySettings: Hashable, Sendable {
    /// Days after which it is erased, 1 to 36,500.
    var days = 30
    /// Whether positions and networks are kept, beside events and visits.
    var positions = true
    /// Whether networks are kept with the positions.
    var networks = true

    /// The keys of `history`.
    enum Key: String, ConfigurationKey { case days, positions, networks }

    /// Everything as by default.
    init() {}

    /// Reads `history`.
    init(reading value: ValueReader) {
        guard let object = value.object(Key.self) else { return }
        days = object[.days]?.integer(1...36_500, "days") ?? days
        positions = object[.positions]?.flag() ?? positions
        networks = object[.networks]?.flag() ?? networks
    }
}
