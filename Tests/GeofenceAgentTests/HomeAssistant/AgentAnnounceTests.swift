import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// What Home Assistant is told as devices and fences come and go.
@Suite struct AgentAnnounceTests {
    private static let agent =
        "agent connection,received,accepted,rejected,late,duplicates,events,devices,fences,outbox,oldestUnsent,dead,reconnects"
    private static let depot = "fence__depot occupancy,count,monitoring"
    private static let van = "device__van time,tracker,place,event,monitoring,fence__depot"
    private static let outside = #"geofence/homeassistant/van/place {"place":"outside"}"#
    private static let inside = #"geofence/homeassistant/van/place {"place":"depot","fence":"depot"}"#

    private func id(_ text: String) throws -> Identifier { try Identifier(text) }

    @Test func `at the start the agent and the fences are told`() throws {
        let driver = try AgentDriver.homeAssistant()
        #expect(driver.discovered() == [Self.agent, Self.depot])
        #expect(driver.discovered() == [])
    }

    @Test func `nothing is told where nobody asked for it`() throws {
        let driver = try AgentDriver()
        driver.fix(inside: true, at: 0)
        #expect(driver.discovered() == [])
        #expect(driver.repeated == [])
    }

    @Test func `a device is told with its first position, once, and then its place as it changes`() throws {
        let driver = try AgentDriver.homeAssistant()
        driver.didCommit()
        driver.fix(inside: false, at: 1000)
        #expect(driver.discovered() == [Self.van, Self.outside])
        driver.fix(inside: true, at: 2000)
        #expect(driver.discovered() == [Self.inside])
        driver.take("fleet/van/location", #"{"lat":52.0001,"lon":13,"timestamp":1760000003000}"#, at: 3000)
        #expect(driver.discovered() == [])
        driver.fix(inside: false, at: 4000)
        #expect(driver.discovered() == [Self.outside])
    }

    @Test func `a device that is not monitored keeps its entities, and its switch`() throws {
        let driver = try AgentDriver.homeAssistant()
        driver.fix(inside: true, at: 1000)
        _ = driver.discovered()
        driver.ask("monitoring/stop", #"{"device":"van"}"#, at: 2000)
        driver.agent.use(driver.agent.port.settings)
        #expect(driver.discovered() == ["geofence/homeassistant/van/place {}"])
        #expect(driver.repeated.contains(Self.van))
        driver.agent.port.settings.requests.allow = ["query/*"]
        driver.agent.use(driver.agent.port.settings)
        #expect(driver.discovered().contains { $0.hasPrefix("device__van") && $0.contains("-monitoring") })
    }

    @Test func `one that was stopped before it was announced is announced once it is there again`() throws {
        let driver = try AgentDriver.homeAssistant()
        driver.didCommit()
        driver.fix(inside: true, at: 1000)
        driver.ask("monitoring/stop", #"{"device":"van"}"#, at: 2000)
        #expect(driver.discovered() == [])
        driver.ask("monitoring/start", #"{"device":"van"}"#, at: 3000)
        driver.fix(inside: true, at: 4000)
        #expect(driver.discovered() == [Self.van, Self.inside])
    }

    @Test func `a position is of no concern once the device waits to be announced`() throws {
        let driver = try AgentDriver.homeAssistant()
        driver.fix(inside: false, at: 1000)
        #expect(driver.agent.homeAssistant.isComplete == [true])
    }

    @Test func `a device of which only a message was refused is not told`() throws {
        let driver = try AgentDriver.homeAssistant()
        driver.didCommit()
        driver.take("fleet/van/location", #"{"lat":99,"lon":13}"#)
        driver.agent.use(driver.agent.port.settings)
        #expect(driver.discovered() == [])
    }

    @Test func `a tracker comes with the first position after the network`() throws {
        let driver = try AgentDriver.homeAssistant()
        driver.didCommit()
        driver.take("home/van/wifi", "DepotNet", at: 1000)
        #expect(driver.discovered() == ["device__van place,event,monitoring,fence__depot", Self.inside])
        driver.fix(inside: true, at: 2000)
        #expect(driver.discovered() == [Self.van])
    }

    @Test func `the place is the innermost fence by its name`() throws {
        let yard = try Fence(
            id: id("a-yard"),
            name: "The yard",
            shape: .circle(try Circle(center: try Coordinate(latitude: 52, longitude: 13), radius: 20))
        )
        let network = try Fence(id: id("z"), shape: nil, wifi: [.ssid("Lab")])
        let driver = try AgentDriver.homeAssistant(fences: [AgentDriver.depot(), yard, network])
        driver.fix(inside: true, at: 1000)
        driver.settle()
        #expect(
            driver.repeated.last == #"geofence/homeassistant/van/place {"place":"The yard","fence":"a-yard"}"#
        )
        driver.take("home/van/wifi", "Lab", at: 2000)
        #expect(driver.discovered() == [#"geofence/homeassistant/van/place {"place":"z","fence":"z"}"#])
    }

    /// A state of Home Assistant has 255 characters at most.
    @Test(arguments: [(255, "e"), (256, "e"), (200, "é"), (256, "é")])
    func `the place is as much of a long name as a state may have`(_ length: Int, _ letter: Character) throws
    {
        let name = String(repeating: letter, count: length)
        let yard = try Fence(
            id: id("yard"),
            name: name,
            shape: .circle(try Circle(center: try Coordinate(latitude: 52, longitude: 13), radius: 20))
        )
        let driver = try AgentDriver.homeAssistant(fences: [yard])
        driver.fix(inside: true, at: 1000)
        driver.settle()
        let place = #"{"place":"\#(name.prefix(255))","fence":"yard"}"#
        #expect(driver.repeated.last == "geofence/homeassistant/van/place \(place)")
    }

    @Test(arguments: [["a", "b"], ["b", "a"]])
    func `of fences of one size the place is the first by id, whichever was there first`(_ ids: [String])
        throws
    {
        let driver = try AgentDriver.homeAssistant(fences: ids.map { try AgentDriver.depot($0) })
        driver.fix(inside: true, at: 1000)
        driver.settle()
        #expect(driver.repeated.last?.hasSuffix(#""fence":"a"}"#) == true)
    }

    @Test(arguments: [10, 1100])
    func `the places of many devices that one change concerns wait for their turn`(_ count: Int) throws {
        let driver = try AgentDriver.homeAssistant()
        for number in 0..<count { driver.fix("d\(number)", inside: true, at: Int64(number)) }
        driver.settle(at: 5000)
        _ = driver.ask("fence/set", #"{"id":"hut","latitude":52,"longitude":13,"radius":50}"#, at: 6000)
        let moved = #"{"place":"hut","fence":"hut"}"#
        #expect(driver.news.count { $0.hasSuffix(moved) } == (count > 1000 ? 0 : count))
        #expect(driver.discovered(at: 7000).count { $0.hasSuffix(moved) } == count)
    }

    @Test func `a place is unknown after silence`() throws {
        let driver = try AgentDriver.homeAssistant(fences: [AgentDriver.depot { $0.staleAfter = 60 }])
        driver.fix(inside: true, at: 1000)
        driver.settle()
        driver.agent.advance(to: AgentDriver.at(62_000))
        #expect(driver.discovered() == ["geofence/homeassistant/van/place {}"])
    }

    @Test func `a fence that is added and removed comes and goes, for its devices too`() throws {
        let driver = try AgentDriver.homeAssistant()
        driver.fix(inside: true, at: 1000)
        driver.settle()
        let yard = #"{"id":"yard","name":"Yard","latitude":52,"longitude":14,"radius":100}"#
        _ = driver.ask("fence/set", yard, at: 2000)
        #expect(driver.discovered() == ["fence__yard occupancy,count,monitoring", Self.van + ",fence__yard"])
        _ = driver.ask("fence/set", yard.replacing("Yard", with: "The yard"), at: 3000)
        #expect(driver.discovered() == ["fence__yard occupancy,count,monitoring", Self.van + ",fence__yard"])
        _ = driver.ask("fence/remove", #"{"id":"yard"}"#, at: 4000)
        #expect(driver.discovered() == ["fence__yard -", Self.van + ",-fence__yard"])
    }

    @Test func `a fence of the configuration that goes is taken back`() throws {
        let driver = try AgentDriver.homeAssistant()
        driver.fix(inside: true, at: 1000)
        driver.settle()
        driver.agent.port.settings.fences = []
        driver.agent.useConfiguredFences(at: AgentDriver.at(2000))
        let van = "device__van time,tracker,place,event,monitoring,-fence__depot"
        #expect(driver.discovered().sorted() == [van, "fence__depot -", Self.outside])
    }

    @Test func `with many fences a device has those that it has been in`() throws {
        let fences = [
            try AgentDriver.depot("near", longitude: 13), try AgentDriver.depot("far", longitude: 14),
        ]
        let driver = try AgentDriver.homeAssistant(fences: fences) { $0.reportAllUpTo = 1 }
        #expect(driver.discovered() == [Self.agent])
        driver.fix(inside: false, at: 1000)
        #expect(driver.discovered() == ["device__van time,tracker,place,event,monitoring", Self.outside])
        driver.fix(inside: true, at: 2000)
        #expect(
            driver.discovered() == [
                #"geofence/homeassistant/van/place {"place":"near","fence":"near"}"#,
                "device__van time,tracker,place,event,monitoring,fence__near",
                "fence__near occupancy,count,monitoring",
            ]
        )
    }

    @Test func `a device that is forgotten is taken back with its place`() throws {
        let driver = try AgentDriver.homeAssistant()
        driver.fix(inside: true, at: 1000)
        driver.settle()
        _ = driver.ask("device/forget", #"{"device":"van"}"#, at: 2000)
        #expect(driver.discovered() == ["device__van -", "geofence/homeassistant/van/place -"])
        driver.fix(inside: true, at: 3000)
        #expect(driver.discovered() == [Self.van, Self.inside])
    }

    @Test func `a device of very many fences has a topic for each entity, while it has as many`() throws {
        func fences(_ count: Int) throws -> [Fence] {
            try (0..<count).map { try AgentDriver.depot("depot-\($0)") }
        }
        let driver = try AgentDriver.homeAssistant(fences: fences(600)) { $0.reportAllUpTo = 1000 }
        driver.didCommit()
        func told(_ count: Int, at time: Int64) throws -> [OutboxRow] {
            if driver.agent.port.settings.fences.count != count {
                driver.agent.port.settings.fences = try fences(count)
                driver.agent.useConfiguredFences(at: AgentDriver.at(time))
            }
            driver.fix(inside: true, at: time)
            driver.agent.finishWork(at: AgentDriver.at(time))
            let rows = driver.agent.port.outbox.changes.outgoing.filter { $0.topic.contains("device__van") }
            driver.didCommit()
            return rows
        }
        let whole = DiscoveryMessage.topic(device: "geofence__device__van", "homeassistant")
        let split = try told(600, at: 1000)
        #expect(split.count == 605 && !split.contains { $0.topic == whole })
        #expect(split.allSatisfy { $0.payload.count < 2000 })
        let fewer = try told(400, at: 2000)
        #expect(!fewer.contains { $0.topic == whole })
        #expect(fewer.count { $0.payload.isEmpty } == 200)
        let few = try told(100, at: 3000)
        #expect(few.count { $0.topic == whole && $0.payload.count > 40_000 } == 1)
        let more = try told(300, at: 4000)
        #expect(more.map(\.topic) == [whole])
        #expect(more.allSatisfy { $0.payload.count < DiscoveryConfig.longest })
    }

    @Test func `turned off, all that was told is taken back`() throws {
        let driver = try AgentDriver.homeAssistant()
        driver.fix(inside: true, at: 1000)
        driver.settle()
        driver.agent.change({ $0.homeAssistant.discovery = false }, at: AgentDriver.at(1000))
        #expect(
            driver.discovered() == [
                "agent -", "fence__depot -", "device__van -", "geofence/homeassistant/van/place -",
            ]
        )
        #expect(driver.repeated == [])
    }

    @Test func `a birth has all of it told again`() throws {
        let driver = try AgentDriver.homeAssistant()
        driver.fix(inside: true, at: 1000)
        driver.settle()
        #expect(driver.repeated == [Self.agent, Self.depot, Self.van, Self.inside])
    }

    @Test func `a repeat that has begun brings nothing back that was taken back meanwhile`() throws {
        let driver = try AgentDriver.homeAssistant { $0.homeAssistant.legacy = true }
        driver.fix(inside: true, at: 1000)
        driver.settle()
        driver.agent.outputs.beginRefresh()
        var topics: [String] = []
        while let message = driver.agent.nextRefreshed() {
            topics.append(message.topic)
            guard topics.last?.contains("geofence__device__van__time") == true, topics.count < 50 else {
                continue
            }
            _ = driver.ask("fence/remove", #"{"id":"depot"}"#, at: 2000)
            _ = driver.ask("device/forget", #"{"device":"van"}"#, at: 2000)
            driver.agent.finishWork(at: AgentDriver.at(2000))
        }
        #expect(topics.last?.contains("geofence__device__van__time") == true)
    }

    @Test(arguments: [false, true])
    func `what went while the agent was away is taken back, after a journal or a checkpoint`(
        _ isCheckpoint: Bool
    ) throws {
        var store = MemoryStore()
        let driver = try AgentDriver.homeAssistant()
        store.commit(&driver.agent, checkpoint: true)
        driver.fix(inside: true, at: 1000)
        driver.agent.finishWork(at: AgentDriver.at(1000))
        store.commit(&driver.agent, checkpoint: isCheckpoint)
        let next = try driver.restarted(store)
        #expect(next.agent.homeAssistant.records == driver.agent.homeAssistant.records)
        #expect(next.discovered() == [Self.inside])
        next.agent.change({ ($0.fences, $0.homeAssistant.prefix) = ([], "ha") }, at: AgentDriver.at(2000))
        let van = "ha/device/geofence__device__van time,tracker,place,event,monitoring"
        #expect(
            Set(next.discovered()).isSuperset(of: ["fence__depot -", "device__van -", van, Self.outside])
        )
    }

    @Test func `many devices wait for room`() throws {
        let driver = try AgentDriver.homeAssistant()
        driver.didCommit()
        for number in 0..<10 { driver.fix("van\(number)", inside: false, at: 1000) }
        let count = driver.agent.port.outbox.count
        driver.agent.finishWork(at: AgentDriver.at(1000), room: count + 4)
        #expect(driver.agent.homeAssistant.records.count == 2 + 2)
        #expect(!driver.hasWork(room: count + 4))
        #expect(driver.hasWork(room: count + 5))
        driver.agent.outputs.change(HomeAssistantOutput.self) { $0.looksPerTurn = 3 }
        driver.agent.workOnce(at: AgentDriver.at(1000))
        #expect(driver.agent.homeAssistant.records.count == 2 + 5)
        driver.agent.finishWork(at: AgentDriver.at(1000))
        #expect(driver.agent.homeAssistant.records.count == 2 + 10)
        #expect(!driver.hasWork(room: .max))
    }
}
