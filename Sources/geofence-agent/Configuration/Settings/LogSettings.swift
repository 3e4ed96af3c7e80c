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
        /// For people.
        case text
        /// One JSON object a line.
        case json
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
