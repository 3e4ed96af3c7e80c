import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// Requests where several agents share a fleet: one answers.
@Suite struct ShardRequestTests {
    private let drivers: [AgentDriver]

    init() throws {
        drivers = [try ShardTests.driver(0), try ShardTests.driver(1)]
        for (driver, device) in zip(drivers, ["van", "car"]) {
            driver.fix(device, inside: false, at: 0)
            driver.didCommit()
        }
    }

    /// The answers of all agents, by their numbers.
    private func ask(_ command: String, _ payload: String) -> [Int: String] {
        var answers: [Int: String] = [:]
        for (number, driver) in drivers.enumerated() {
            let answer = driver.ask(command, payload, packet: 7)
            if !answer.isEmpty { answers[number] = answer }
            driver.didCommit()
        }
        return answers
    }

    @Test(arguments: [
        ("device/status", #"{"device":"van"}"#, 0), ("device/status", #"{"device":"car"}"#, 1),
        ("device/status", #"{"device":"nobody"}"#, 0), ("device/status", #"{"device":"van3"}"#, 1),
        ("device/list", "{}", 0), ("device/list", #"{"partition":1}"#, 1),
        ("device/list", #"{"partition":2}"#, 0), ("fence/list", "{}", 0), ("nonsense", "{}", 0),
        ("device/list", "no JSON", 0), ("device/list", #"{"partition":"x"}"#, 0),
        (
            "itinerary/set",
            #"{"itinerary":{"id":"t","device":"car","stops":[{"latitude":1,"longitude":2}]}}"#, 1
        ),
        ("itinerary/list", "{}", 0), ("explain", #"{"device":"car","fence":"depot"}"#, 1),
        ("query/contains", #"{"latitude":52,"longitude":13}"#, 0),
    ])
    func `one agent answers`(_ command: String, _ payload: String, _ number: Int) {
        #expect(ask(command, payload).keys.sorted() == [number])
    }

    @Test func `an answer says of which shard it is`() {
        #expect(
            ask("device/list", #"{"partition":1,"transaction":5}"#)[1]?
                .hasSuffix(#""shard":{"partitions":2,"from":1,"to":1},"transaction":5}"#) == true
        )
        #expect(ask("device/list", #"{"partition":2}"#)[0]?.contains("must be from 0 to 1") == true)
    }

    @Test func `all agents change fences, and one answers`() {
        let fence = #"{"id":"gate","latitude":52,"longitude":13,"radius":50}"#
        #expect(ask("fence/set", fence).keys.sorted() == [0])
        for driver in drivers { #expect(driver.agent.runtimeFences.count == 1) }
        #expect(ask("monitoring/stop", #"{"fence":"gate"}"#).keys.sorted() == [0])
        for driver in drivers { #expect(driver.agent.tracker.engine.fence(1)?.isMonitored == false) }
        #expect(ask("fence/set", #"{"id":"gate","partition":1}"#)[1]?.contains("leave out") == true)
        #expect(ask("fence/remove", #"{"id":"gate"}"#).keys.sorted() == [0])
        for driver in drivers { #expect(driver.agent.runtimeFences.isEmpty) }
    }

    @Test func `a device is changed by its own agent alone`() {
        #expect(
            ask("device/override", #"{"device":"car","latitude":52,"longitude":13}"#).keys.sorted() == [1]
        )
        #expect(drivers[0].agent.overrides.isEmpty)
        #expect(ask("monitoring/stop", #"{"device":"car"}"#).keys.sorted() == [1])
    }

    @Test func `a fence that goes with a device is refused`() {
        let fence = #"{"id":"escort","follows":"van","radius":50}"#
        #expect(ask("fence/set", fence)[0]?.contains("follows a device") == true)
    }

    @Test(arguments: [
        ("fence/remove", #"{"id":"gate"}"#, "the other agents of this fleet would not know"),
        ("device/status", #"{"device":"car"}"#, "is the device of another agent"),
    ])
    func `over HTTP what others would have to know is refused`(
        _ command: String,
        _ payload: String,
        _ reason: String
    ) throws {
        let bytes = Array(payload.utf8)
        let question = Question(command, bytes, hidesZones: false) { _ in }
        let answer = bytes.withUnsafeBytes {
            drivers[0].agent.answer(
                request: command,
                payload: $0,
                asker: .question(question),
                at: AgentDriver.at(0)
            )
        }
        #expect(String(decoding: try #require(answer), as: UTF8.self).contains(reason))
    }

    @Test func `an agent without a shard has all partitions`() throws {
        let whole = try AgentDriver()
        whole.fix("van", inside: false, at: 0)
        #expect(whole.ask("device/list", #"{"partition":3}"#).contains(#""device":"van""#))
        #expect(!whole.ask("device/list", "{}").contains("shard"))
    }
}
