import BenchmarkSupport
import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// Checkpoints and restarts anywhere, between positions, changes of fences, overrides and devices that are
/// forgotten, change nothing.
@Suite struct AgentRestartTests {
    /// What an agent does; times are milliseconds since the beginning.
    private enum Input: CustomStringConvertible {
        case message(topic: String, payload: String, time: Int64)
        case request(command: String, payload: String, time: Int64)
        case advance(Int64)

        var description: String {
            switch self {
            case .message(let topic, let payload, _): "\(topic) \(payload)"
            case .request(let command, let payload, _): "\(command) \(payload)"
            case .advance(let time): "clock \(time)"
            }
        }
    }

    private struct Script {
        var random: SeededGenerator
        var now: Int64 = 0

        mutating func number(_ limit: UInt64) -> Int { Int(random.next() % limit) }

        mutating func pick<Value>(_ values: [Value]) -> Value { values[number(UInt64(values.count))] }

        mutating func batch() -> [Input] { (0...number(4)).map { _ in input() } }

        private mutating func device() -> String { pick(["e", "a", "d", "c", "b", "lead"]) }

        private mutating func input() -> Input {
            now += Int64(number(4000))
            switch number(30) {
            case 0, 1: return .advance(now)
            case 2: return request("device/forget", #"{"device":"\#(device())"}"#)
            case 3: return request("fence/remove", #"{"id":"\#(pick(["x", "y", "z"]))"}"#)
            case 4, 5: return request("fence/set", fence())
            case 6: return request("device/override", override())
            case 13, 14: return request("monitoring/\(pick(["stop", "start", "start"]))", monitoring())
            case 9, 10: return request("itinerary/set", itinerary())
            case 11: return request("itinerary/stop", stop())
            case 12:
                let command = pick(["itinerary/remove", "itinerary/remove", "itinerary/clear"])
                return request(command, command.hasSuffix("clear") ? "{}" : #"{"id":"\#(pick(["i", "j"]))"}"#)
            case 7, 8:
                let network = pick(["DepotNet", "Guest", "Other", ""])
                return .message(topic: "home/\(device())/wifi", payload: network, time: now)
            default: return .message(topic: "fleet/\(device())/location", payload: position(), time: now)
            }
        }

        private func request(_ command: String, _ payload: String) -> Input {
            .request(command: command, payload: payload, time: now)
        }

        private mutating func fence() -> String {
            let id = pick(["x", "y", "z"])
            let rest = pick([
                #""latitude":52,"longitude":13.001,"radius":100,"groups":["site"]"#,
                #""latitude":52,"longitude":13.002,"radius":200,"name":"\#(number(3))","dwell":[5]"#,
                #""latitude":52,"longitude":13.001,"radius":100,"devices":["a","c"],"staleAfter":20"#,
                #""follows":{"device":"lead","radius":150},"exitAfter":5"#,
                #""wifi":["Guest"],"groups":["site","yard"]"#,
            ])
            return #"{"id":"\#(id)",\#(rest)}"#
        }

        private mutating func itinerary() -> String {
            let stops = (0...number(3)).map { _ in
                #"{"latitude":52,"longitude":13.00\#(number(9)),"radius":\#(pick([0, 100, 200]))}"#
            }
            let device = pick(["a", "a", "b", "e"])
            return
                #"{"id":"\#(pick(["i", "j"]))","device":"\#(device)","repeat":\#(number(2) == 0),"stops":[\#(stops.joined(separator: ","))]}"#
        }

        private mutating func stop() -> String {
            let act = pick([
                #""add":{"latitude":52,"longitude":13.003,"radius":150},"stop":"A""#,
                #""add":{"latitude":52,"longitude":13.004,"radius":150}"#, #""stop":"B","remove":true"#,
                #""stop":"A","skip":true"#, #""stop":"A","move":2"#,
                #""stop":"B","move":{"longitude":13.002}"#,
            ])
            return #"{"itinerary":"\#(pick(["i", "j"]))",\#(act)}"#
        }

        private mutating func override() -> String {
            let what = number(3) == 0 ? #""clear":true"# : #""latitude":52,"longitude":13.00\#(number(5))"#
            return #"{"device":"\#(device())",\#(what)}"#
        }

        private mutating func monitoring() -> String {
            let (device, fence) = (
                #""device":"\#(device())""#, #""fence":"\#(pick(["x", "held", "dwell"]))""#
            )
            return pick([
                "{\(device)}", "{\(fence)}", "{\(device),\(fence)}", number(3) == 0 ? "{}" : "{\(device)}",
            ])
        }

        private mutating func position() -> String {
            let place = "\"lat\":52,\"lon\":13.00\(number(50)),\"acc\":\(pick([5, 20, 90]))"
            let stamp = AgentDriver.beginning + now - Int64(number(4) == 0 ? number(9000) : 0)
            return number(5) == 0 ? "{\(place)}" : "{\(place),\"tst\":\(stamp)}"
        }
    }

    private struct Subject {
        var driver: AgentDriver
        var store = MemoryStore()

        mutating func run(_ batch: [Input]) {
            for input in batch {
                switch input {
                case .message(let topic, let payload, let time): driver.take(topic, payload, at: time)
                case .request(let command, let payload, let time):
                    _ = driver.ask(command, payload, at: time)
                case .advance(let time): driver.agent.advance(to: AgentDriver.at(time))
                }
            }
        }

        /// As the loop does: a device that was forgotten wants a checkpoint.
        mutating func commit(checkpoint: Bool) {
            store.commit(&driver.agent, checkpoint: checkpoint || driver.agent.pending.isDue)
        }

        mutating func restart() throws { driver = try driver.restarted(store) }

        /// What waits for the next commit, in order.
        var rows: [String] {
            driver.agent.port.outbox.changes.outgoing.map { row in
                "\(row.number) \(row.topic) \(String(decoding: row.payload, as: UTF8.self)) \(row.isRetained)"
            }
        }

        /// All that is kept: fences with their slots, devices with their numbers, what requests have set.
        var state: [String: [UInt8]] {
            var state = ["fence rules": Self.bytes { driver.agent.tracker.engine.writeFenceRules(to: &$0) }]
            state["itineraries"] = driver.agent.itineraries.bytes
            for slot in 0..<Int32(driver.agent.tracker.engine.fenceLimit) {
                var writer = ByteWriter()
                let isThere = driver.agent.tracker.engine.write(fence: slot, to: &writer)
                if isThere { state["slot \(slot)"] = writer.bytes }
            }
            for device in driver.agent.tracker.engine.deviceNumbers {
                state["device \(driver.agent.tracker.engine.deviceID(device))"] = Self.bytes {
                    driver.agent.tracker.engine.write(device: device, to: &$0)
                }
            }
            for entry in driver.agent.checkpoint(filters: []).setup
            where [Agent.StoreKey.overrides, Agent.StoreKey.monitoring].contains(entry.name) {
                state[entry.name] = entry.value
            }
            for fence in driver.agent.runtimeFences.values {
                state["set \(fence.id)"] = Self.bytes { fence.write(to: &$0) }
            }
            return state
        }

        private static func bytes(_ write: (inout ByteWriter) -> Void) -> [UInt8] {
            var writer = ByteWriter()
            write(&writer)
            return writer.bytes
        }
    }

    private static func driver(_ seed: UInt64) throws -> AgentDriver {
        let dwell = try AgentDriver.depot("dwell") { $0.dwell = [4, 9, 30] }
        let held = try AgentDriver.depot("held", longitude: 13.002) { rules in
            (rules.enterAfter, rules.exitAfter) = (3, 5)
        }
        var setup = try AgentDriver.setup(fences: [dwell, held])
        if !seed.isMultiple(of: 2) { (setup.stream.reorder, setup.stream.lateEvents) = (5, true) }
        if seed.isMultiple(of: 3) { setup.reportAllUpTo = 2 }
        return AgentDriver(setup)
    }

    @Test(arguments: Rounds.seeds(6))
    func `keeps and sends the same where it is restarted anywhere`(_ seed: UInt64) throws {
        var script = Script(random: SeededGenerator(seed: seed))
        var (whole, ended) = (
            Subject(driver: try Self.driver(seed)), Subject(driver: try Self.driver(seed))
        )
        whole.commit(checkpoint: true)
        ended.commit(checkpoint: true)
        for step in 0..<120 {
            let batch = script.batch()
            whole.run(batch)
            ended.run(batch)
            let place = "seed \(seed), step \(step): \(batch)"
            try #require(ended.rows == whole.rows, "\(place)")
            whole.commit(checkpoint: false)
            ended.commit(checkpoint: script.number(5) == 0)
            if script.number(3) == 0 { try ended.restart() }
            for (name, state) in whole.state {
                try #require(ended.state[name] == state, "\(place), \(name)")
            }
            try #require(ended.state.count == whole.state.count, "\(place)")
            try #require(ended.store.state.outbox == whole.store.state.outbox, "\(place)")
        }
        #expect(whole.driver.agent.port.counters.events > 20)
    }
}
