import BenchmarkSupport
import GRDB
@testable import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// An agent that ends anywhere and starts again goes on as one that never ended.
@Suite struct AgentRecoveryTests {
    /// What an agent does in a batch; times are milliseconds since the beginning.
    private enum Input {
        case message(topic: String, payload: String, time: Int64, packet: UInt16)
        case advance(Int64)
        case fences(Int)

        var isMessage: Bool { if case .message = self { true } else { false } }
    }

    private static func fences(_ set: Int) throws -> [Fence] {
        let near = try AgentDriver.depot("near", longitude: 13.001) { rules in
            (rules.enterAfter, rules.exitAfter) = (3, 5)
        }
        let dwell = try AgentDriver.depot("dwell") { $0.dwell = [4, 9, 30] }
        let network = try Fence(id: try Identifier("net"), shape: nil, wifi: [.ssid("Guest")])
        var rules = Rules()
        rules.wifiExpiry = 7
        let expiring = try Fence(
            id: try Identifier("expiring"),
            shape: nil,
            wifi: [.ssid("DepotNet")],
            rules: rules
        )
        switch set {
        case 0: return [dwell, near, network, expiring]
        case 1: return [near, try AgentDriver.depot("dwell") { $0.dwell = [5] }, expiring]
        default: return [try AgentDriver.depot("dwell", longitude: 13.002), network, near]
        }
    }

    private struct Script {
        var random: SeededGenerator
        var now: Int64 = 0
        var packet: UInt16 = 0

        mutating func number(_ limit: UInt64) -> Int { Int(random.next() % limit) }

        mutating func batch() -> [Input] {
            let isChange = number(25) == 0
            return isChange ? [.fences(number(3))] : (0...number(5)).map { _ in input() }
        }

        private mutating func input() -> Input {
            now += Int64(number(2500))
            packet = packet % 60_000 + 1
            let device = ["b", "a", "d", "c"][number(4)]
            let stamp = AgentDriver.beginning + now - Int64(number(4) == 0 ? number(6000) : 0)
            let place = "\"lat\":52,\"lon\":13.00\(number(50))"
            switch number(10) {
            case 0: return .advance(now)
            case 1, 2:
                let network = ["DepotNet", "Guest", "Other", ""][number(4)]
                return .message(topic: "home/\(device)/wifi", payload: network, time: now, packet: packet)
            case 3:
                return .message(
                    topic: "fleet/\(device)/location",
                    payload: "{\(place)}",
                    time: now,
                    packet: packet
                )
            case 4:
                let payload = "{\(place),\"acc\":\(number(3000)),\"tst\":\(stamp)}"
                return .message(
                    topic: "fleet/\(device)/location",
                    payload: payload,
                    time: now,
                    packet: packet
                )
            default:
                let payload = "{\(place),\"tst\":\(stamp)}"
                return .message(
                    topic: "fleet/\(device)/location",
                    payload: payload,
                    time: now,
                    packet: packet
                )
            }
        }
    }

    private struct Subject {
        var driver: AgentDriver
        var store = MemoryStore()

        mutating func run(_ batch: [Input], at time: Int64) throws {
            for input in batch {
                switch input {
                case .message(let topic, let payload, let time, let packet):
                    driver.take(topic, payload, at: time, packet: packet)
                case .advance(let time): driver.agent.advance(to: AgentDriver.at(time))
                case .fences(let set):
                    driver.agent.port.settings = try AgentDriver.setup(
                        fences: try AgentRecoveryTests.fences(set)
                    )
                    driver.agent.useConfiguredFences(at: AgentDriver.at(time))
                }
            }
        }

        mutating func commit(checkpoint: Bool) { store.commit(&driver.agent, checkpoint: checkpoint) }

        mutating func restart() throws {
            driver.agent = try Agent.recovered(driver.agent.port.settings, stored: store.state)
        }

        /// All that is kept of every device, by its name.
        var states: [String: KeptDevice] {
            let pairs = driver.agent.tracker.engine.devices.map { state in
                (state.id.description, KeptDevice(state, driver.agent.tracker.engine.context.fences))
            }
            return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
        }

        /// What the next commit adds, by topic: in which order different devices are told is no promise.
        var news: [String: [[UInt8]]] {
            Dictionary(grouping: driver.agent.port.outbox.changes.outgoing, by: \.topic).mapValues {
                $0.map(\.payload)
            }
        }
    }

    /// A device's state, with records by their fence's id: a fence's slot is not for ever.
    struct KeptDevice: Equatable {
        var fix: DeviceState.Stamped<Fix>?
        var fixOrder: ArrivalOrder<Coordinate>
        var wifi: DeviceState.Stamped<WiFiReport>?
        var wifiOrder: ArrivalOrder<WiFiReport>
        var lag: Int64
        var pairs: [Identifier: FenceMembership] = [:]
        var retired: [Identifier: FenceMembership]

        init(_ state: DeviceState, _ fences: borrowing FenceTable) {
            (fix, fixOrder, wifi, wifiOrder) = (state.fix, state.fixOrder, state.wifi, state.wifiOrder)
            lag = state.lag
            retired = state.retired.mapValues { pair in
                var pair = pair
                pair.fence = 0
                return pair
            }
            for pair in state.pairs {
                guard let id = fences[pair.fence]?.fence.id else { continue }
                pairs[id] = pair
                pairs[id]?.fence = 0
            }
        }
    }

    @Test(arguments: [0, 1, 2, 5, 9, 11])
    func `tells the same where it is ended after every batch`(_ seed: UInt64) throws {
        var script = Script(random: SeededGenerator(seed: seed))
        let setup = try AgentDriver.setup(fences: try Self.fences(0))
        var (whole, ended) = (Subject(driver: AgentDriver(setup)), Subject(driver: AgentDriver(setup)))
        whole.commit(checkpoint: true)
        ended.commit(checkpoint: true)
        for step in 0..<70 {
            let batch = script.batch()
            try whole.run(batch, at: script.now)
            try ended.run(batch, at: script.now)
            let isSame = ended.news == whole.news
            try #require(isSame, "seed \(seed), batch \(step)")
            let isChange = if case .fences? = batch.first { true } else { false }
            whole.commit(checkpoint: isChange)
            ended.commit(checkpoint: isChange || script.number(4) == 0)
            try ended.restart()
            for (name, state) in whole.states {
                try #require(ended.states[name] == state, "seed \(seed), after batch \(step), device \(name)")
            }
            let marks = [ended, whole].map { $0.driver.agent.tracker.redelivery.recent }
            try #require(marks[0] == marks[1])
            try #require(ended.driver.agent.hasConfiguredFences == true)
        }
        #expect(whole.driver.agent.port.counters.events > 20)
    }

    @Test func `sends no dwell again after two starts with a checkpoint between them`() throws {
        var store = MemoryStore()
        let driver = try AgentDriver(fences: [try AgentDriver.depot { $0.dwell = [4] }])
        driver.fix(inside: true, at: 0)
        store.commit(&driver.agent, checkpoint: true)
        driver.agent.advance(to: AgentDriver.at(5000))
        #expect(driver.events == ["van/depot dwell 1"])
        store.commit(&driver.agent)
        driver.agent = try Agent.recovered(driver.agent.port.settings, stored: store.state)
        store.commit(&driver.agent, checkpoint: true)
        driver.agent = try Agent.recovered(driver.agent.port.settings, stored: store.state)
        driver.agent.advance(to: AgentDriver.at(6000))
        #expect(driver.events == [])
    }

    @Test func `goes on from the store, with rows and all`() throws {
        let folder = try StoreFolder()
        let driver = try AgentDriver()
        for (time, inside) in [(0, false), (1000, true), (2000, false)] as [(Int64, Bool)] {
            try folder.with { store in
                driver.fix(inside: inside, at: time)
                var batch = driver.agent.port.outbox.changes
                batch.journal = driver.agent.port.journal.bytes
                try store.commit(batch, time: 1)
            }
            driver.agent = try Agent.recovered(
                driver.agent.port.settings,
                stored: try folder.with { try $0.load() }
            )
        }
        #expect(driver.agent.port.counters == Counters())
        #expect(driver.agent.port.outbox.count == 5)
        #expect(!driver.agent.port.outbox.hasChanges)
        var sent: [String] = []
        while let row = driver.agent.port.outbox.nextSendable() {
            driver.agent.port.outbox.didSend(row, packet: Int32(sent.count))
            sent.append(row.topic)
        }
        #expect(
            sent == [
                "geofence/event/van/depot", "geofence/status/van/depot", "geofence/event/van/depot",
                "geofence/device/van", "geofence/fence/depot",
            ]
        )
        driver.fix(inside: true, at: 3000)
        #expect(driver.events == ["van/depot enter 3"])
    }

    @Test func `a fence in another slot is damage, and asks for no memory`() throws {
        var (driver, store) = (try AgentDriver(), MemoryStore())
        _ = driver.ask("fence/set", #"{"id":"new","wifi":["x"]}"#)
        store.commit(&driver.agent, checkpoint: true)
        let (setup, state) = (driver.agent.port.settings, store.state)
        func refuses(_ change: (inout StoredState) -> Void) -> Bool {
            var state = state
            change(&state)
            return (try? Agent.recovered(setup, stored: state)) == nil
        }
        func row(_ slot: UInt64) -> (Int64, [UInt8]) {
            var writer = ByteWriter()
            writer.count(slot)
            return (Int64(bitPattern: slot), writer.bytes + state.fences[1].bytes.dropFirst())
        }
        #expect(!refuses { $0.fences.list[1] = row(1) })
        #expect(refuses { $0.fences.list[1].key = 2 }, "its bytes say otherwise")
        #expect(refuses { $0.fences.list.swapAt(0, 1) })
        #expect(refuses { $0.fences.list[0].bytes.append(0) })
        for slot in [2, 1 << 30, 1 << 31, 1 << 32 + 1, 1 << 63, .max] as [UInt64] {
            #expect(refuses { $0.fences.list[1] = row(slot) }, "no slot \(slot) was given out")
        }
        #expect(refuses { $0.fences.list.append(row(1)) }, "one fence twice")
        #expect(
            refuses {
                $0.fences.list.append(row(2))
                $0.setup[Agent.StoreKey.fenceLimit] = [3]
            },
            "one fence in two slots"
        )
        #expect(refuses { $0.setup[Agent.StoreKey.fenceLimit] = nil })
        #expect(refuses { $0.setup[Agent.StoreKey.fenceRules] = nil })
        #expect(refuses { $0.runtimeFences[0] = [] })
    }

    @Test func `loses nothing when a commit fails and is tried again`() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let (driver, undisturbed) = (try AgentDriver(), try AgentDriver())
        try store.transaction { db in
            try db.execute(
                sql: """
                    CREATE TEMP TRIGGER refuse AFTER INSERT ON outbox_log
                    BEGIN SELECT RAISE(ABORT, 'no'); END
                    """
            )
        }
        for (time, inside) in [(0, false), (1000, true), (2000, false), (3000, true)] as [(Int64, Bool)] {
            driver.fix(inside: inside, at: time)
            undisturbed.fix(inside: inside, at: time)
            let batch = driver.batch
            #expect(throws: StoreFailure.self) { try store.commit(batch, time: time) }
            #expect(driver.agent.port.outbox.nextSendable() == nil)
        }
        try store.transaction { db in try db.execute(sql: "DROP TRIGGER refuse") }
        try store.commit(driver.batch, time: 4000)
        driver.didCommit()
        let stored = try store.load()
        #expect(stored.outbox == undisturbed.batch.outgoing)
        #expect(stored.journals == [undisturbed.batch.journal])
        let first = driver.agent.port.outbox.nextSendable()
        #expect(first == stored.outbox.first)
    }

    @Test(arguments: [[9], [0], [0, 1], [0, 3, 0x61], [1], [0, 1, 0x2F]] as [[UInt8]])
    func `says so where the journal is damaged`(_ journal: [UInt8]) throws {
        let setup = try AgentDriver.setup(fences: [])
        #expect(throws: DamagedBytes.self) {
            _ = try Agent.recovered(setup, stored: StoredState(journals: [journal]))
        }
    }

    @Test func `never traps, whatever the disk made of what was stored`() throws {
        var subject = Subject(driver: AgentDriver(try AgentDriver.setup(fences: try Self.fences(0))))
        var script = Script(random: SeededGenerator(seed: 7))
        for step in 0..<30 {
            try subject.run(script.batch().filter(\.isMessage), at: script.now)
            subject.commit(checkpoint: step == 15)
        }
        var random = SeededGenerator(seed: 8)
        var damaged = 0
        for _ in 0..<300 {
            let state = Self.damage(subject.store.state, &random)
            do {
                var agent = try Agent.recovered(subject.driver.agent.port.settings, stored: state)
                agent.advance(to: AgentDriver.at(1_000_000))
            } catch { damaged += 1 }
        }
        #expect(damaged > 20)
    }

    private static func damage(_ state: StoredState, _ random: inout SeededGenerator) -> StoredState {
        var state = state
        switch random.next() % 5 {
        case 0: change(&state.devices.arrays[Int(random.next() % UInt64(state.devices.count))], &random)
        case 1: change(&state.journals[Int(random.next() % UInt64(state.journals.count))], &random)
        case 2: change(&state.setup[Agent.StoreKey.fenceRules, default: []], &random)
        case 3: change(&state.fences.list[Int(random.next() % UInt64(state.fences.count))].bytes, &random)
        default: change(&state.setup[Agent.StoreKey.redelivery, default: []], &random)
        }
        return state
    }

    private static func change(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
        guard !bytes.isEmpty else { return }
        let index = Int(random.next() % UInt64(bytes.count))
        if random.next().isMultiple(of: 4) {
            bytes.removeLast(bytes.count - index)
        } else {
            bytes[index] = UInt8(truncatingIfNeeded: random.next() >> 3)
        }
    }
}

extension AgentDriver {
    /// What the next commit has to write.
    var batch: Batch {
        var batch = agent.port.outbox.changes
        batch.journal = agent.port.journal.bytes
        return batch
    }
}
