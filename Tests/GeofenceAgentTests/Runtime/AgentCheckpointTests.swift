import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// What a checkpoint writes: what has changed, and no more.
@Suite struct AgentCheckpointTests {
    @Test func `a checkpoint writes fences only where they have changed`() throws {
        var (driver, store) = (try AgentDriver(), MemoryStore())
        func rows() -> [String] {
            let checkpoint = driver.agent.checkpoint(filters: [])
            return checkpoint.fences.keys.map { "\($0)" } + checkpoint.emptySlots.map { "\($0) gone" }
                + checkpoint.runtimeFences.map {
                    String(decoding: $0.id, as: UTF8.self) + ($0.bytes == nil ? " gone" : "")
                } + checkpoint.setup.map(\.name).filter { $0 == Agent.StoreKey.fenceRules }
        }
        #expect(rows() == ["0", "fence-rules"])
        store.commit(&driver.agent, checkpoint: true)
        #expect(rows() == [])
        _ = driver.ask("fence/set", #"{"id":"new","wifi":["x"]}"#)
        #expect(rows() == ["1", "new"])
        store.commit(&driver.agent)
        driver.agent = try Agent.recovered(driver.agent.port.settings, stored: store.state)
        #expect(rows() == ["1", "new"], "the journal has brought it, not the checkpoint before it")
        store.commit(&driver.agent, checkpoint: true)
        driver.agent = try Agent.recovered(driver.agent.port.settings, stored: store.state)
        #expect(rows() == [])
        _ = driver.ask("fence/set", #"{"id":"new","wifi":["x"]}"#)
        #expect(rows() == ["new"], "as the engine has it already")
        _ = driver.ask("fence/set", #"{"id":"more","wifi":["x"],"groups":["a"]}"#)
        _ = driver.ask("fence/remove", #"{"id":"new"}"#)
        #expect(rows() == ["2", "1 gone", "more", "new gone", "fence-rules"])
        store.commit(&driver.agent, checkpoint: true)
        #expect(store.state.fences.keys == [0, 2] && store.state.runtimeFences.count == 1)
        driver.agent = try Agent.recovered(driver.agent.port.settings, stored: store.state)
        _ = driver.ask("fence/set", #"{"id":"third","wifi":["x"]}"#)
        #expect(rows() == ["1", "third"], "the least slot that is free")
    }

    @Test func `a checkpoint after one fence among many writes that one`() throws {
        var store = MemoryStore()
        let driver = try AgentDriver(fences: (0..<5000).map { try AgentDriver.depot("f\($0)") })
        for start in stride(from: 0, to: 5000, by: 50) {
            let fences = (start..<start + 50).map { #"{"id":"r\#($0)","wifi":["x"]}"# }
            _ = driver.ask("fence/set", #"{"fences":[\#(fences.joined(separator: ","))]}"#)
        }
        func size() -> (rows: Int, bytes: Int) {
            let checkpoint = driver.agent.checkpoint(filters: [])
            let rows =
                checkpoint.fences.values.arrays.map(Optional.some) + checkpoint.runtimeFences.map(\.bytes)
            let values = checkpoint.setup.map { Optional($0.value) }
            return (rows.count, (rows + values).reduce(0) { $0 + ($1?.count ?? 0) })
        }
        let whole = size()
        #expect(whole.rows == 15_000 && whole.bytes > 400_000)
        store.commit(&driver.agent, checkpoint: true)
        _ = driver.ask("fence/set", #"{"id":"r77","wifi":["y"]}"#)
        #expect(size().rows == 2 && size().bytes < 300, "\(size())")
    }
}
