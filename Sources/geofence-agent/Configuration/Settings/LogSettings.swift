/// What the agent writes to standard error.
struct LogSettings: Hashable, Sendable {
    /// The least important that is written.
    var level = Level.info
    /// How a line looks.
    var format = Format.text

    /// How important a line is; the names are those of `Logger.Level`.
    enum Level: String, Hashable, Sendable, CaseIterable {
        case trace, debug, info, notice, warning, error, critical
    }

    /// How a line looks.
    enum Format: String, Hashable, Sendable, CaseIterable {
        /// For people, with the time in front; where standard error is the journal, as `journal`.
        case text
        /// One JSON object a line; where standard error is the journal, with its priority in front.
        case json
        /// As systemd's journal takes it: the priority as `<4>` in the place of the time, which the journal
        /// notes itself.
        case journal
    }

    /// The keys of `log`.
    enum Key: String, ConfigurationKey { case level, format }

    /// Everything as by default.
    init() {}

    /// Reads `log`.
    init(reading value: ValueReader) {
        guard let object = value.object(Key.self) else { return }
        level = object[.level]?.choice(Level.self) ?? level
        format = object[.format]?.choice(Format.self) ?? format
    }
}
