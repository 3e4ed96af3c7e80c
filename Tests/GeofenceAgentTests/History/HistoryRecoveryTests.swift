import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// A history after `kill -9` is the history without it.
@Suite struct HistoryRecoveryTests {
    private let folder: StoreFolder

    init() throws { folder = try StoreFolder() }

    /// Drives through the depot again and again; `rest` comes after each batch.
    private static func drive(
        _ driver: AgentDriver,
        _ store: inout Store?,
        _ rest: (Int, AgentDriver, inout Store?) throws -> Void
    ) throws {
        for step in 0..<40 {
            let time = Int64(step) * 1000
            driver.fix("van", inside: step % 4 < 2, at: time)
            driver.fix("bike", inside: step % 3 == 0, at: time + 100)
            driver.agent.advance(to: AgentDriver.at(time + 200))
            try rest(step, driver, &store)
        }
    }

    private func whole() throws -> HistoryContents {
        let folder = try StoreFolder()
        let driver = try AgentDriver.withHistory(dwell: [1])
        var store: Store?
        store = try folder.openWithHistory()
        try Self.drive(driver, &store) { step, driver, store in
            try store.map { try driver.commit(to: $0, history: step == 39, checkpoint: step == 0) }
        }
        return try folder.history()
    }

    @Test(arguments: [(1, 1), (3, 2), (5, 7), (7, 50), (50, 3)])
    func `loses no row and doubles none`(_ history: Int, _ checkpoint: Int) throws {
        let expected = try whole()
        #expect(expected.positions.count == 80)
        #expect(Set(expected.events).count == expected.events.count && expected.events.count > 40)
        let driver = try AgentDriver.withHistory(dwell: [1])
        var store: Store?
        store = try folder.openWithHistory()
        try Self.drive(driver, &store) { step, driver, store in
            try store.map { store in
                try driver.commit(
                    to: store,
                    history: step % history == 0,
                    checkpoint: step == 0 || step % checkpoint == 0
                )
            }
            store = nil
            store = try folder.openWithHistory()
            let stored = try store?.load() ?? StoredState()
            driver.agent = try Agent.recovered(driver.agent.port.settings, stored: stored)
        }
        try store.map { try driver.commit(to: $0, history: true) }
        #expect(try folder.history() == expected)
    }

    @Test func `keeps nothing where it is off, and no position where those are`() throws {
        for driver in [try AgentDriver(), try AgentDriver.withHistory(positions: false)] {
            let folder = try StoreFolder()
            var store = try Optional(folder.openWithHistory())
            try Self.drive(driver, &store) { _, driver, store in
                try store.map { try driver.commit(to: $0, history: true, checkpoint: true) }
            }
            let history = try folder.history()
            #expect(history.positions == [])
            #expect(history.events.isEmpty == !driver.agent.history.isOn)
        }
    }
}
