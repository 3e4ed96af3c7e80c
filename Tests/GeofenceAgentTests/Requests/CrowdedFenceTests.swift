import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// Fences that a crowd is inside go a few devices at a time: no turn is long, and nothing is lost.
@Suite struct CrowdedFenceTests {
    private static let deviceCount = 60
    private static let fenceCount = 90
    /// More than may leave in one turn.
    private static let pairCount = deviceCount * fenceCount

    private static func fences() throws -> [Fence] {
        try (0..<fenceCount).map { try AgentDriver.depot("f\($0)") }
    }

    private static func setup(_ fences: [Fence]) throws -> AgentSettings {
        try AgentDriver.setup(fences: fences, deviceEvery: 60_000)
    }

    /// An agent in whose fences all devices are.
    private static func crowd(atRunTime: Bool = true) throws -> AgentDriver {
        let fences = try fences()
        let driver = AgentDriver(try setup([AgentDriver.depot()] + (atRunTime ? [] : fences)))
        if atRunTime { driver.agent.changeFences(setting: fences, removing: [], at: AgentDriver.at(0)) }
        for device in 0..<deviceCount { driver.fix("d\(device)", inside: true, at: 1000) }
        driver.didCommit()
        return driver
    }

    /// What has been told of the fences.
    private struct Told {
        var exits: [String] = []
        var cleared: Set<String> = []

        /// Adds what waits for the next commit, and says how many exits that are.
        @discardableResult
        mutating func add(_ driver: AgentDriver) -> Int {
            let exits = driver.events.filter { $0.contains(" exit ") }
            self.exits += exits
            for row in driver.agent.port.outbox.changes.outgoing
            where row.payload.isEmpty && row.topic.hasPrefix("geofence/status/") {
                cleared.insert(row.topic)
            }
            return exits.count
        }

        /// Whether each device has left each fence, once.
        var hasAllExits: Bool { exits.count == pairCount && Set(exits).count == pairCount }

        /// Whether, moreover, each status is cleared.
        var isWhole: Bool { hasAllExits && cleared.count == pairCount }
    }

    /// One turn of the loop.
    private static func turn(_ driver: AgentDriver, _ told: inout Told) -> Int {
        driver.agent.work(at: AgentDriver.at(20_000))
        let count = told.add(driver)
        driver.didCommit()
        return count
    }

    private static func occupants(_ driver: AgentDriver, _ fence: String) throws -> Int {
        let slot = driver.agent.tracker.engine.slot(of: try Identifier(fence))
        return slot.map { driver.agent.tracker.engine.occupants(of: $0).count } ?? 0
    }

    private static func runtimeFences(_ driver: AgentDriver) -> [String] {
        driver.agent.runtimeFences.keys.map(\.description).sorted()
    }

    /// Whether the configuration's fences wait for those that are closing.
    private static func mayNotUseFences(_ driver: AgentDriver) -> Bool {
        let haveGone = driver.agent.closeUnwantedFences(at: AgentDriver.at(20_000))
        return !haveGone && driver.agent.pending.awaitsFences
    }

    private static func isClosing(_ driver: AgentDriver) -> Bool { driver.agent.tracker.engine.isClosing }

    @Test func `they leave in pieces, and the answer comes before`() throws {
        let driver = try Self.crowd()
        #expect(driver.ask("fence/clear", #"{"type":"custom"}"#).contains(#""count":90,"#))
        var told = Told()
        #expect(told.add(driver) == 0)
        driver.didCommit()
        let hasWork = driver.agent.hasWork
        #expect(hasWork)
        var turns: [Int] = []
        while Self.isClosing(driver) { turns.append(Self.turn(driver, &told)) }
        #expect(turns.count == 2)
        #expect(turns.allSatisfy { $0 < Agent.mostLeavingAtOnce + Self.fenceCount })
        #expect(told.isWhole)
        let count = driver.agent.tracker.engine.fenceCount
        #expect(count == 1 && Self.runtimeFences(driver) == [])
    }

    @Test(arguments: [true, false])
    func `a process that is killed meanwhile goes on`(_ hasCheckpoint: Bool) throws {
        var driver = try Self.crowd()
        var store = MemoryStore()
        store.commit(&driver.agent, checkpoint: true)
        driver.ask("fence/clear", #"{"type":"custom"}"#)
        driver.agent.work(at: AgentDriver.at(20_000))
        var told = Told()
        #expect(told.add(driver) > 0)
        store.commit(&driver.agent, checkpoint: hasCheckpoint)
        driver = try driver.restarted(store)
        #expect(Self.isClosing(driver))
        while Self.isClosing(driver) { _ = Self.turn(driver, &told) }
        #expect(told.isWhole && Self.runtimeFences(driver) == [])
    }

    @Test func `they wait while the outbox is crowded`() throws {
        let driver = try Self.crowd()
        driver.ask("fence/clear", #"{"type":"custom"}"#)
        for number in 0..<Outbox.mostRows / 2 {
            driver.agent.port.outbox.add(topic: "t/\(number)", payload: [], isRetained: false, time: 0)
        }
        let mayLeave = driver.agent.mayLeaveClosing
        #expect(Self.isClosing(driver) && !mayLeave)
        var told = Told()
        #expect(Self.turn(driver, &told) == 0)
    }

    /// Some devices have left by then.
    @Test func `one that is set again meanwhile has been left by all at once, and is new`() throws {
        let driver = try Self.crowd()
        driver.ask("fence/clear", #"{"type":"custom"}"#)
        var told = Told()
        _ = Self.turn(driver, &told)
        let before = told.exits.count { $0.contains("/f7 ") }
        #expect(before > 0 && before < Self.deviceCount)
        driver.ask("fence/set", #"{"id":"f7","latitude":52,"longitude":13,"radius":50}"#)
        #expect(told.add(driver) == Self.deviceCount - before)
        #expect(Self.isClosing(driver))
        driver.didCommit()
        while Self.isClosing(driver) { _ = Self.turn(driver, &told) }
        #expect(told.hasAllExits)
        #expect(Self.runtimeFences(driver) == ["f7"])
        #expect(try Self.occupants(driver, "f7") == Self.deviceCount)
    }

    @Test func `many are not set again while a crowd is inside`() throws {
        let driver = try Self.crowd()
        let request =
            #"{"fences":[\#((0..<Self.fenceCount).map { #"{"id":"f\#($0)","wifi":["x"]}"# }.joined(separator: ","))]}"#
        driver.ask("fence/clear", #"{"type":"custom"}"#)
        driver.didCommit()
        let answer = driver.ask("fence/set", request)
        #expect(
            answer.contains(#"\"f0\" and 89 other fences were removed, and more than 5000 devices"#),
            "\(answer)"
        )
        var told = Told()
        #expect(told.add(driver) == 0 && Self.isClosing(driver))
        while Self.isClosing(driver) { _ = Self.turn(driver, &told) }
        #expect(told.isWhole)
        #expect(driver.ask("fence/set", request).contains(#""status":"ok""#))
    }

    @Test func `who removes them again changes nothing`() throws {
        let driver = try Self.crowd()
        driver.ask("fence/clear", #"{"type":"custom"}"#)
        driver.didCommit()
        driver.ask("fence/remove", #"{"id":"f7"}"#)
        driver.ask("fence/clear", #"{"type":"custom"}"#)
        var told = Told()
        #expect(told.add(driver) == 0)
        while Self.isClosing(driver) { _ = Self.turn(driver, &told) }
        #expect(told.isWhole)
    }

    @Test func `those of the configuration go before the new ones come`() throws {
        let driver = try Self.crowd(atRunTime: false)
        driver.agent.pending.hasFences = true
        driver.agent.use(try Self.setup([AgentDriver.depot()]))
        #expect(Self.mayNotUseFences(driver))
        var told = Told()
        while Self.isClosing(driver) { _ = Self.turn(driver, &told) }
        #expect(told.isWhole)
        let isDue = driver.agent.pending.awaitsFences
        #expect(isDue && !Self.mayNotUseFences(driver))
        let hasConfiguredFences = driver.agent.hasConfiguredFences
        #expect(hasConfiguredFences)
    }

    /// As after an outage, when the timers of all devices have been due for long.
    @Test func `timers of a crowd run in several turns`() throws {
        let fences = try (0..<Self.fenceCount).map { try AgentDriver.depot("f\($0)") { $0.staleAfter = 60 } }
        let driver = AgentDriver(try Self.setup(fences))
        for device in 0..<Self.deviceCount { driver.fix("d\(device)", inside: true, at: Int64(device) * 200) }
        driver.didCommit()
        var turns: [Int] = []
        while let due = driver.agent.nextTimer, due <= AgentDriver.at(3_600_000) {
            driver.agent.advance(to: AgentDriver.at(3_600_000))
            turns.append(driver.told.filter { $0.contains(#""status":"unknown""#) }.count)
            driver.didCommit()
        }
        #expect(turns.count > 1 && turns.reduce(0, +) == Self.pairCount)
        #expect(turns.allSatisfy { $0 <= Int(Agent.mostRowsOfClock) + Self.fenceCount })
    }

    @Test func `few leave at once`() throws {
        let driver = try Self.crowd()
        driver.ask("fence/remove", #"{"id":"f7"}"#)
        var told = Told()
        #expect(told.add(driver) == Self.deviceCount && !Self.isClosing(driver))
    }
}
