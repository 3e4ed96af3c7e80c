import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// `monitoring/stop` and `monitoring/start`: of a device, a fence, one fence for one device, or all.
@Suite struct MonitoringTests {
    /// What a request stops and starts.
    enum Scope: String, CaseIterable {
        case device = #"{"device":"van"}"#
        case fence = #"{"fence":"depot"}"#
        case pair = #"{"device":"van","fence":"depot"}"#
        case all = "{}"
    }

    private let driver: AgentDriver

    init() throws { driver = try AgentDriver() }

    private func published(_ topic: String) -> String? {
        driver.news.last { $0.hasPrefix("\(topic) ") }.map { String($0.dropFirst(topic.count + 1)) }
    }

    private func events(_ driver: AgentDriver) -> [String] { driver.events.filter { $0.contains("/") } }

    private var status: String? { published("geofence/status/van/depot") }

    /// Whether a device is inside the depot, as the engine says.
    private func state(_ driver: AgentDriver, _ device: Int = 0) -> Status? {
        driver.agent.tracker.engine.status(device: device, fence: 0)?.status
    }

    @Test(arguments: Scope.allCases)
    func `what is stopped becomes unknown without an event`(_ scope: Scope) {
        driver.fix(inside: false, at: 0)
        driver.fix(inside: true, at: 1000)
        driver.didCommit()
        let answer = driver.ask("monitoring/stop", scope.rawValue, at: 2000)
        #expect(answer.hasSuffix(#""monitoring":false}}"#))
        #expect(status == #"{"status":"unknown","monitoring":false,"via":[]"# + rest(scope))
        #expect(events(driver) == [])
        #expect(published("geofence/fence/depot")?.hasPrefix(#"{"count":0,"devices":[]"#) == true)
        driver.fix(inside: false, at: 3000)
        driver.take("home/van/wifi", "DepotNet", at: 3500)
        driver.fix(inside: true, at: 4000)
        #expect(events(driver) == [])
        #expect(state(driver) == .unknown)
    }

    /// What a status says of a device that itself goes on.
    private func rest(_ scope: Scope) -> String {
        guard scope == .fence || scope == .pair else { return "}" }
        return #","distance":-150,"time":"\#(AgentDriver.at(1000).iso8601)"}"#
    }

    @Test(arguments: Scope.allCases)
    func `what is started is first knowledge, and counts on`(_ scope: Scope) throws {
        driver.fix(inside: false, at: 0)
        driver.fix(inside: true, at: 1000)
        driver.ask("monitoring/stop", scope.rawValue, at: 2000)
        driver.fix(inside: true, at: 3000)
        driver.didCommit()
        driver.ask("monitoring/start", scope.rawValue, at: 4000)
        driver.fix(inside: true, at: 5000)
        #expect(events(driver) == [])
        #expect(state(driver) == .inside)
        #expect(status?.contains("monitoring") == false)
        driver.fix(inside: false, at: 6000)
        #expect(events(driver) == ["van/depot exit 2"])
    }

    @Test(arguments: Scope.allCases, [false, true])
    func `a stop outlives a restart`(_ scope: Scope, _ isCheckpoint: Bool) throws {
        driver.fix(inside: true, at: 0)
        driver.fix("bus", inside: true, at: 0)
        driver.ask("monitoring/stop", scope.rawValue, at: 1000)
        var store = MemoryStore()
        store.commit(&driver.agent, checkpoint: isCheckpoint)
        let next = try driver.restarted(store)
        next.agent.useConfiguredFences(at: AgentDriver.at(1500))
        next.fix(inside: false, at: 2000)
        next.fix("bus", inside: false, at: 2000)
        let isAlone = scope == .device || scope == .pair
        #expect(events(next) == (isAlone ? ["bus/depot exit 1"] : []))
        #expect(state(next) == .unknown)
        next.ask("monitoring/start", scope.rawValue, at: 3000)
        next.fix(inside: true, at: 4000)
        #expect(state(next) == .inside)
    }

    @Test func `of a stopped device nothing is kept or published`() {
        driver.fix(inside: true, at: 0)
        driver.take("home/van/wifi", "DepotNet", at: 500)
        driver.ask("monitoring/stop", Scope.device.rawValue, at: 1000)
        #expect(published("geofence/device/van") == #"{"inside":[],"monitoring":false}"#)
        driver.didCommit()
        driver.fix(inside: false, at: 2000)
        driver.take("home/van/wifi", "DepotNet", at: 3000)
        #expect(driver.news == [])
        #expect(driver.agent.port.counters.unmonitored == 2)
        #expect(driver.agent.tracker.engine.lastFix(ofDevice: 0) == nil)
        #expect(driver.agent.tracker.engine.report(device: 0).wifi == nil)
        #expect(driver.agent.port.journal.bytes == [])
    }

    @Test(arguments: [false, true])
    func `what came while a device was stopped does not count when it comes again`(_ isStamped: Bool) {
        driver.fix(inside: false, at: 0)
        let payload = isStamped ? AgentDriver.fix(inside: true, at: 2000) : "52,13"
        driver.ask("monitoring/stop", Scope.device.rawValue, at: 1000)
        driver.take("fleet/van/location", payload, at: 2000, packet: 7)
        driver.ask("monitoring/start", Scope.device.rawValue, at: 3000)
        driver.agent.tracker.connectionResumed()
        driver.take("fleet/van/location", payload, at: 4000, packet: 7)
        #expect(state(driver) == .unknown)
        #expect(driver.agent.port.counters.duplicates == 1)
    }

    @Test func `a position from before the stop is not known again by a repeat`() {
        driver.fix(inside: true, at: 0)
        driver.ask("monitoring/stop", Scope.device.rawValue, at: 1000)
        driver.ask("monitoring/start", Scope.device.rawValue, at: 2000)
        driver.fix(inside: true, at: 0)
        #expect(state(driver) == .unknown)
    }

    @Test func `other devices and fences go on`() throws {
        let yard = try AgentDriver.depot("yard", longitude: 13)
        let driver = try AgentDriver(fences: [try AgentDriver.depot(), yard])
        for device in ["van", "bus"] { driver.fix(device, inside: true, at: 0) }
        driver.ask("monitoring/stop", Scope.pair.rawValue, at: 1000)
        for device in ["van", "bus"] { driver.fix(device, inside: false, at: 2000) }
        #expect(events(driver) == ["van/yard exit 1", "bus/depot exit 1", "bus/yard exit 1"])
    }

    @Test func `a device can be started alone while all are stopped`() {
        driver.fix(inside: false, at: 0)
        driver.fix("bus", inside: false, at: 0)
        driver.ask("monitoring/stop", at: 1000)
        driver.ask("monitoring/start", Scope.device.rawValue, at: 2000)
        for device in ["van", "bus", "new"] { driver.fix(device, inside: false, at: 3000) }
        for device in ["van", "bus", "new"] { driver.fix(device, inside: true, at: 4000) }
        #expect(events(driver) == ["van/depot enter 1"])
        driver.ask("monitoring/start", at: 5000)
        for device in ["van", "bus", "new"] { driver.fix(device, inside: true, at: 6000) }
        #expect((0..<3).map { state(driver, $0) } == [.inside, .inside, .inside])
    }

    @Test func `a start of all starts whatever was stopped by itself`() throws {
        driver.fix(inside: true, at: 0)
        for scope in Scope.allCases { driver.ask("monitoring/stop", scope.rawValue, at: 1000) }
        driver.ask("monitoring/start", at: 2000)
        driver.fix(inside: true, at: 3000)
        #expect(state(driver) == .inside)
        #expect(driver.agent.tracker.monitoring.stopsDevices == false)
    }

    @Test func `a fence of the configuration can begin stopped`() throws {
        let driver = try AgentDriver(fences: [try AgentDriver.depot().monitored(false)])
        driver.fix(inside: false, at: 0)
        driver.fix(inside: true, at: 1000)
        #expect(events(driver) == [])
        #expect(driver.ask("fence/get", #"{"id":"depot"}"#).contains(#""monitoring":false"#))
        driver.ask("monitoring/start", Scope.fence.rawValue, at: 2000)
        #expect(state(driver) == .inside)
        #expect(!driver.ask("fence/get", #"{"id":"depot"}"#, at: 2000).contains(#""monitoring""#))
        driver.agent.useConfiguredFences(at: AgentDriver.at(3000))
        driver.fix(inside: false, at: 4000)
        #expect(events(driver) == ["van/depot exit 1"])
    }

    @Test func `a fence that is set anew stays stopped, and one that is removed is forgotten`() {
        let yard = #"{"id":"yard","latitude":52,"longitude":13,"radius":100}"#
        driver.ask("fence/set", yard, at: 0)
        driver.fix(inside: true, at: 1000)
        for scope in [#"{"fence":"yard"}"#, #"{"device":"van","fence":"yard"}"#] {
            driver.ask("monitoring/stop", scope, at: 2000)
            driver.ask("fence/set", yard.replacing("100", with: "120"), at: 3000)
            driver.fix(inside: true, at: 4000)
            #expect(driver.agent.tracker.engine.report(device: 0).inside.map(\.description) == ["depot"])
            driver.ask("fence/remove", #"{"id":"yard"}"#, at: 5000)
            driver.ask("fence/set", yard, at: 6000)
            #expect(
                driver.agent.tracker.engine.report(device: 0).inside.map(\.description) == ["depot", "yard"]
            )
        }
    }

    @Test func `the version of a fence is the same while it is stopped`() {
        func revision() -> String? {
            driver.ask("fence/get", #"{"id":"depot"}"#).split(separator: #""revision":"#).last.map(
                String.init
            )
        }
        let before = revision()
        driver.ask("monitoring/stop", Scope.fence.rawValue)
        #expect(revision() == before)
    }

    @Test func `holds and dwell times end with the stop`() throws {
        let depot = try AgentDriver.depot { rules in
            rules.exitAfter = 10
            rules.dwell = [30]
        }
        let driver = try AgentDriver(fences: [depot])
        driver.fix(inside: false, at: 0)
        driver.fix(inside: true, at: 1000)
        driver.ask("monitoring/stop", Scope.device.rawValue, at: 2000)
        driver.didCommit()
        driver.agent.advance(to: AgentDriver.at(100_000))
        #expect(events(driver) == [])
    }

    @Test func `a fence that goes with a stopped device has no place`() throws {
        let convoy = try Fence(
            id: try Identifier("convoy"),
            shape: nil,
            follows: try Follow(device: try Identifier("van"), radius: 100)
        )
        let driver = try AgentDriver(fences: [convoy])
        driver.fix(inside: true, at: 0)
        driver.fix("bus", inside: true, at: 0)
        driver.ask("monitoring/stop", Scope.device.rawValue, at: 1000)
        driver.fix("bus", inside: true, at: 2000)
        #expect(state(driver, 1) == .unknown)
        driver.ask("monitoring/start", Scope.device.rawValue, at: 3000)
        driver.fix("bus", inside: true, at: 4000)
        #expect(state(driver, 1) == .unknown)
        driver.fix(inside: true, at: 5000)
        #expect(state(driver, 1) == .inside)
        #expect(events(driver) == [])
    }

    @Test func `a group is left without an event`() throws {
        let grouped = try Fence(
            id: try Identifier("depot"),
            shape: .circle(
                try Circle(center: try Coordinate(latitude: 52, longitude: 13), radius: 150)
            ),
            groups: [try Identifier("sites")]
        )
        for scope in Scope.allCases {
            let driver = try AgentDriver(fences: [grouped])
            driver.fix(inside: true, at: 0)
            driver.ask("monitoring/stop", scope.rawValue, at: 1000)
            let report = try driver.agent.tracker.engine.report(device: 0, group: Identifier("sites"))
            #expect(report?.status != .inside && report?.fences == [])
            driver.ask("monitoring/start", scope.rawValue, at: 2000)
            driver.fix(inside: true, at: 3000)
            #expect(events(driver) == [])
        }
    }

    @Test func `explain says since when it is stopped`() {
        driver.fix(inside: true, at: 0)
        driver.ask("monitoring/stop", Scope.device.rawValue, at: 1000)
        let answer = driver.ask("explain", Scope.pair.rawValue, at: 2000)
        #expect(answer.contains(#""stoppedSince":"\#(AgentDriver.at(1000).iso8601)""#))
        driver.ask("monitoring/start", Scope.device.rawValue, at: 3000)
        #expect(!driver.ask("explain", Scope.pair.rawValue, at: 4000).contains("stopped"))
    }

    @Test func `an override ends with the stop, and none begins meanwhile`() {
        driver.fix(inside: false, at: 0)
        let place = #"{"device":"van","latitude":52,"longitude":13}"#
        driver.ask("device/override", place, at: 500)
        driver.ask("monitoring/stop", Scope.device.rawValue, at: 1000)
        #expect(driver.agent.overrides == [:])
        #expect(
            driver.refusal("device/override", place)
                == "\"van\" is not monitored; start it by \"monitoring/start\" first"
        )
    }

    @Test func `a device that is forgotten is stopped no more`() {
        driver.fix(inside: true, at: 0)
        driver.ask("monitoring/stop", Scope.device.rawValue, at: 1000)
        driver.ask("device/forget", Scope.device.rawValue, at: 2000)
        driver.fix(inside: true, at: 3000)
        #expect(state(driver, 1) == .inside)
    }

    @Test func `one topic switches both ways`() {
        driver.fix(inside: true, at: 0)
        driver.ask("monitoring/set", #"{"device":"van","monitoring":false}"#, at: 1000)
        #expect(state(driver) == .unknown)
        driver.ask("monitoring/set", #"{"device":"van","monitoring":true}"#, at: 2000)
        driver.fix(inside: true, at: 3000)
        #expect(state(driver) == .inside)
    }

    @Test(arguments: [
        ("stop", #"{"device":"vam"}"#, "nothing has been heard of a device \"vam\"; did you mean \"van\"?"),
        ("start", #"{"fence":"depott"}"#, "there is no fence \"depott\"; did you mean \"depot\"?"),
        ("stop", #"{"monitoring":true}"#, "\"monitoring\" belongs to \"monitoring/set\"; leave it out"),
        ("set", "{}", "\"monitoring\" is missing; say true to start or false to stop"),
    ])
    func `what can't be meant is refused`(_ command: String, _ payload: String, _ why: String) {
        driver.fix(inside: true, at: 0)
        #expect(driver.refusal("monitoring/\(command)", payload) == why)
    }
}
