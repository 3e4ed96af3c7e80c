/// Where the agent keeps what must survive it.
struct StoreSettings: Hashable, Sendable {
    /// The path of the SQLite file.
    var path: String
    /// What it survives.
    var durability = Durability.process

    /// What the store survives.
    enum Durability: String, Hashable, Sendable, CaseIterable {
        /// The end of the process, however sudden.
        case process
        /// A power cut as well: every batch waits for the disk.
        case power
    }

    /// The keys of `store`.
    enum Key: String, ConfigurationKey { case path, durability }

    /// The file where none is named, beside the configuration.
    static let defaultPath = "geofence-agent.sqlite"

    /// Everything as by default.
    init(path: String) {
        self.path = path
    }

    /// Reads `store`; nil is the defaults.
    init(reading value: ValueReader?, in reading: ConfigurationReading) {
        self.init(path: reading.resolve(Self.defaultPath))
        guard let object = value?.object(Key.self) else { return }
        path = object[.path]?.text().map(reading.resolve) ?? path
        if let slash = path.lastIndex(of: "/"), !FileContents.exists(String(path[...slash])) {
            object[.path]?.warn("the folder \(path[...slash]) does not exist; make it before the agent runs")
        }
        durability = object[.durability]?.choice(Durability.self) ?? durability
    }
}
