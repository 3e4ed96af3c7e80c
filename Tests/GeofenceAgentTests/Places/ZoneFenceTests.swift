import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

@Suite struct LearnedFenceTests {
    private func ids(_ driver: AgentDriver) -> [String] {
        driver.agent.tracker.engine.allFences.map(\.id.description)
    }

    @Test func `home and work become fences of their device, in the groups home and work`() throws {
        let driver = try AgentDriver(fenceRadius: 60)
        driver.live(days: 0..<20)
        #expect(ids(driver) == ["home-van", "work-van"])
        let home = try #require(driver.agent.tracker.engine.allFences.first)
        #expect(home.name == "Home" && home.groups.map(\.description) == ["home"])
        #expect(home.devices == [try DevicePattern("van")])
        let list = driver.ask("fence/list", #"{"type":"zone","limit":1}"#)
        #expect(
            list.hasPrefix(#"{"status":"ok","data":{"count":2,"#) && list.contains(#""type":"zone","#),
            "\(list)"
        )
        driver.didCommit()
        driver.live(days: 20..<22)
        #expect(driver.events.contains { $0.hasPrefix("van/home-van enter") })
        #expect(driver.events.contains { $0.hasPrefix("van/home enter") })
        #expect(driver.events.contains { $0.hasPrefix("van/work exit") })
    }

    @Test func `are left out of an answer whose request says so`() throws {
        let driver = try AgentDriver(fenceRadius: 60, fences: [try AgentDriver.depot(longitude: 14)])
        driver.live(days: 0..<20)
        let requests = [("fence/list", ""), ("device/status", #","device":"van""#)]
        for (command, more) in requests {
            #expect(driver.ask(command, #"{"hideZones":false\#(more)}"#).contains("home-van"))
            let answer = driver.ask(command, #"{"hideZones":true\#(more)}"#)
            #expect(answer.contains("depot") && !answer.contains("home-van"), "\(answer)")
        }
        let named = driver.ask("fence/get", #"{"id":"home-van","hideZones":true}"#)
        #expect(named.contains("there is no fence"), "\(named)")
    }

    @Test func `are no business of other devices: neither told of them nor written with them`() throws {
        let driver = try AgentDriver(fenceRadius: 60)
        driver.stand("bus", north: 0, at: 0)
        for day in 0..<20 as Range<Int64> {
            driver.agent.didCheckpoint()
            driver.live(days: day..<day + 1)
            let changed = driver.agent.tracker.engine.changedDevices
            #expect(changed.map { driver.agent.tracker.engine.deviceID($0).description } == ["van"])
        }
        #expect(ids(driver) == ["home-van", "work-van"])
        #expect(!driver.news.contains { $0.hasPrefix("geofence/status/bus/") })
    }

    @Test func `they don't count among the fences up to which all statuses are told`() throws {
        let driver = try AgentDriver(fenceRadius: 60, fences: [try AgentDriver.depot(longitude: 14)])
        var effects = Effects()
        driver.agent.tracker.beginConfiguring(
            [try AgentDriver.depot(longitude: 14)],
            reportAllUpTo: 1,
            stream: StreamRules(),
            at: AgentDriver.at(0),
            &effects
        )
        driver.agent.tracker.finishChangingFences(&effects)
        driver.live(days: 0..<20)
        driver.stand("other", north: 0, at: 21 * AgentDriver.day)
        let told = driver.told.filter { $0.hasPrefix("geofence/status/") }.map { $0.split(separator: " ")[0] }
        let expected = ["other/depot", "van/depot", "van/home-van", "van/work-van"].map {
            "geofence/status/" + $0
        }
        #expect(Set(told).sorted() == expected.map { $0[...] })
    }

    @Test func `zones that are known become fences as soon as the configuration wants them`() throws {
        let driver = try AgentDriver(fenceRadius: nil)
        for device in ["van", "car", "bus"] { driver.live(device, days: 0..<20) }
        #expect(ids(driver) == [])
        driver.agent.port.settings.places.fenceRadius = 60
        driver.agent.notePendingZoneFences()
        driver.agent.zonePolicy.devicesPerTurn = 2
        driver.agent.learnWaiting(at: AgentDriver.at(20 * AgentDriver.day))
        #expect(ids(driver) == ["home-bus", "home-car", "work-bus", "work-car"])
        driver.agent.learnWaiting(at: AgentDriver.at(20 * AgentDriver.day))
        #expect(ids(driver).count == 6 && driver.agent.zonePolicy.pending == [])
        #expect(driver.agent.hasConfiguredFences == true)
    }

    @Test func `in a backlog they go in the device's own time`() throws {
        let driver = try AgentDriver(fenceRadius: 60)
        driver.wait = 400 * AgentDriver.day
        driver.live(days: 0..<20)
        driver.stand(north: 0, at: 20 * AgentDriver.day)
        driver.didCommit()
        driver.agent.learnFences([(try Identifier("van"), [])], at: AgentDriver.at(420 * AgentDriver.day))
        let exit = try #require(driver.told(on: "geofence/event/van/home-van").first)
        let time = AgentDriver.at(20 * AgentDriver.day).iso8601
        #expect(exit.contains(#""time":"\#(time)""#) && exit.contains(#""cause":"removed""#), "\(exit)")
    }

    @Test func `a fence is set once, and not moved by each visit`() throws {
        let driver = try AgentDriver(fenceRadius: 60)
        driver.live(days: 0..<20)
        let before = driver.agent.tracker.engine.allFences
        driver.live(days: 20..<27, home: 15)
        #expect(driver.agent.tracker.engine.allFences == before)
    }

    @Test func `an id or a group's name that the configuration has is not taken over`() throws {
        let driver = try AgentDriver(
            fenceRadius: 60,
            fences: [
                try AgentDriver.depot("home-van", longitude: 14),
                try AgentDriver.depot("work", longitude: 14),
            ]
        )
        driver.live(days: 0..<20)
        #expect(ids(driver) == ["home-van", "work", "work-van"])
        #expect(driver.agent.type(of: try Identifier("home-van")) == .file)
        let work = driver.agent.tracker.engine.allFences.last
        #expect(work?.groups == [])
    }

    @Test(arguments: [
        ("fence/clear", #"{"type":"zone"}"#), ("fence/clear", #"{"type":"all"}"#),
        ("device/forget", #"{"device":"van"}"#),
    ])
    func `a request takes them out`(_ command: String, _ payload: String) throws {
        let driver = try AgentDriver(fenceRadius: 60)
        driver.live(days: 0..<20)
        _ = driver.ask(command, payload)
        #expect(ids(driver) == [])
        #expect(driver.agent.zoneFences == ZoneFences())
    }

    @Test func `one that a person sets is theirs, and gets no second beside it`() throws {
        let driver = try AgentDriver(fenceRadius: 60)
        driver.live(days: 0..<20)
        _ = driver.ask("fence/set", #"{"id":"home-van","latitude":10,"longitude":10,"radius":20}"#)
        driver.live(days: 20..<23)
        #expect(ids(driver) == ["home-van", "work-van"])
        #expect(driver.agent.type(of: try Identifier("home-van")) == .custom)
    }

    @Test func `a configuration without them takes them out, one with another radius changes it`() throws {
        let driver = try AgentDriver(fenceRadius: 60)
        driver.live(days: 0..<20)
        driver.agent.port.settings.places.fenceRadius = 90
        #expect(driver.agent.hasConfiguredFences == false)
        driver.agent.useConfiguredFences(at: AgentDriver.at(20 * AgentDriver.day))
        #expect(driver.agent.hasConfiguredFences == true)
        guard case .circle(let circle)? = driver.agent.tracker.engine.allFences.first?.shape else {
            Issue.record("no circle")
            return
        }
        #expect(circle.radius == 90)
        driver.agent.port.settings.places = PlaceSettings()
        driver.didCommit()
        driver.agent.useConfiguredFences(at: AgentDriver.at(20 * AgentDriver.day))
        #expect(ids(driver) == [] && driver.agent.hasConfiguredFences)
        #expect(driver.news.contains("geofence/zones/van "))
        driver.agent.port.settings.places.rules = PlaceRules()
        driver.agent.useConfiguredFences(at: AgentDriver.at(20 * AgentDriver.day))
        #expect(driver.agent.hasConfiguredFences && !driver.agent.tracker.engine.hasZones(device: 0))
    }
}
