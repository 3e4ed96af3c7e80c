import GRDB
import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// What a test finds in the tables of the past.
struct HistoryContents: Equatable {
    /// Device and row.
    var positions: [String] = []
    var events: [String] = []
    var visits: [String] = []
}

extension StoreFolder {
    /// Opens the store as an agent with a history does.
    func openWithHistory() throws(StoreFailure) -> Store {
        try Store(path: path, durability: .process, keepsHistory: true)
    }

    /// Opens the store with the table of positions that earlier programs made: its rows lie by device and
    /// time.
    func openWithEarlierHistory() throws -> Store {
        let store = try openWithHistory()
        try store.transaction { db in
            let find = "SELECT sql FROM sqlite_master WHERE name = 'position_run'"
            let sql = try #require(try String.fetchOne(db, sql: find))
            try db.execute(sql: "DROP TABLE position_run; \(sql) WITHOUT ROWID")
            try #require(try !PositionTable.hasOrderOfItsOwn(db))
        }
        return store
    }

    /// All that the store holds of the past, read as another process would.
    func history(_ range: HistoryRange = HistoryRange()) throws -> HistoryContents {
        let reader = try HistoryReader(path: path)
        var contents = HistoryContents()
        for device in try reader.devices() {
            try reader.positions(of: device, in: range) { row in
                let place = "\(row.latitude) \(row.longitude) \(row.accuracy ?? -1)"
                contents.positions.append("\(device.id) \(row.time - AgentDriver.beginning) \(place)")
            }
            try reader.events(of: device, in: range) { contents.events.append($0.id) }
            try reader.visits(of: device, in: range) { visit in
                contents.visits.append("\(visit.id) \(visit.departure ?? -1)")
            }
        }
        return contents
    }
}

extension HistoryPosition {
    /// A position for a test, at 52 N, 13 E.
    static func row(_ time: Int64, latitude: Int32 = 520_000_000, accuracy: Int32? = nil) -> HistoryPosition {
        HistoryPosition(
            time: AgentDriver.beginning + time,
            latitude: latitude,
            longitude: 130_000_000,
            accuracy: accuracy
        )
    }
}

extension AgentDriver {
    /// An agent that keeps a history.
    static func withHistory(positions: Bool = true, dwell: [Double] = []) throws -> AgentDriver {
        var setup = try AgentDriver.setup(fences: [try AgentDriver.depot { $0.dwell = dwell }])
        var settings = HistorySettings()
        settings.positions = positions
        setup.history = settings
        return AgentDriver(setup)
    }

    /// Commits what has gathered as the loop does; `history`: with what waits of it.
    func commit(to store: Store, history: Bool, checkpoint: Bool = false) throws {
        var batch = batch
        if history || checkpoint { agent.outputs.addRows(to: &batch, .all, agent.tracker) }
        batch.history.fences = agent.port.fenceVersions
        if checkpoint {
            try store.commit(batch, agent.checkpoint(filters: []), time: 1)
            agent.didCheckpoint()
        } else {
            try store.commit(batch, time: 1)
        }
        didCommit()
        agent.port.fenceVersions = []
        if history || checkpoint { agent.outputs.didCommitRows(.all) }
    }
}
