extension DiscoveryConfig {
    /// Bytes of a device's topic at most.
    ///
    /// With room for entities that go, which stand in it for a while, below the 262,144 bytes that
    /// `config/mosquitto.conf` lets through.
    static let longest = 192 << 10

    /// The form in which it is published where one is wished for: with a topic for each entity where that of
    /// the device would be too large.
    ///
    /// It goes back to one topic only when that has half the size: else it would change with every fence that
    /// comes and goes.
    func form(_ wish: Form, after old: DiscoveryRecord?) -> Form {
        guard !wish.isLegacy else { return wish }
        let limit = old?.form.isLegacy == true ? Self.longest / 2 : Self.longest
        let gone = old?.gone.map(\.part) ?? []
        // Nearly all are far below: they need not be written for that.
        guard mostBytes(gone: gone) > limit,
            messages(wish, gone: gone).reduce(0, { $0 + $1.payload.count }) > limit
        else { return wish }
        return Form(prefix: wish.prefix, isLegacy: true)
    }
}
