import Foundation
import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// What devices say of themselves beside where they are: battery and name.
@Suite struct DeviceDetailTests {
    private static func setup() throws -> AgentSettings {
        var setup = try AgentDriver.setup(fences: [AgentDriver.depot()])
        setup.sources.append(
            try AgentDriver.source("traccar", .shaped(.traccar), device: "$.device.uniqueId")
        )
        setup.homeAssistant.discovery = true
        return setup
    }

    private static func driver(_ change: (inout AgentSettings) -> Void = { _ in }) throws -> AgentDriver {
        var setup = try setup()
        change(&setup)
        let driver = AgentDriver(setup)
        driver.settle()
        return driver
    }

    private static func payload(_ battery: Int?, inside: Bool = false, at time: Int64) -> String {
        let level = battery.map { #","batt":\#($0)"# } ?? ""
        return #"{"_type":"location","lat":\#(inside ? 52 : 52.01),"lon":13\#(level),"#
            + #""tst":\#((AgentDriver.beginning + time) / 1000)}"#
    }

    private static func named(_ name: String, inside: Bool = false, at time: Int64) -> String {
        #"{"position":{"latitude":\#(inside ? 52 : 52.01),"longitude":13,"#
            + #""fixTime":"\#(AgentDriver.at(time).iso8601)"},"device":{"name":"\#(name)","uniqueId":"van"}}"#
    }

    private static func publishes(_ driver: AgentDriver, _ device: String = "van") -> [String] {
        driver.news.filter { $0.hasPrefix("geofence/device/\(device) ") }
    }

    private static func move(_ driver: AgentDriver, _ battery: Int?, inside: Bool = false, at time: Int64) {
        driver.take("owntracks/x/y", payload(battery, inside: inside, at: time), at: time)
    }

    @Test func `the device's topic has the battery, once it is known`() throws {
        let driver = try Self.driver()
        Self.move(driver, nil, at: 0)
        #expect(Self.publishes(driver, "x-y").last?.contains("battery") == false)
        driver.didCommit()
        Self.move(driver, 81, at: 1000)
        #expect(Self.publishes(driver, "x-y").count == 1)
        #expect(Self.publishes(driver, "x-y").last?.hasSuffix(#","battery":81}"#) == true)
        driver.didCommit()
        Self.move(driver, nil, at: 2000)
        #expect(Self.publishes(driver, "x-y").last?.hasSuffix(#","battery":81}"#) == true)
    }

    @Test func `a battery is published where its position is left out, no sooner than other news`() throws {
        let driver = try Self.driver { settings in
            settings.deviceEvery = 30_000
            settings.sources = settings.sources.map { $0.with(filter: FixFilter(distance: 1000)) }
        }
        Self.move(driver, 81, at: 0)
        driver.didCommit()
        Self.move(driver, 80, at: 10_000)
        #expect(Self.publishes(driver, "x-y").isEmpty)
        driver.agent.work(at: AgentDriver.at(30_000))
        #expect(Self.publishes(driver, "x-y").last?.hasSuffix(#","battery":80}"#) == true)
        driver.didCommit()
        driver.agent.work(at: AgentDriver.at(70_000))
        Self.move(driver, 79, at: 70_000)
        #expect(Self.publishes(driver, "x-y").last?.hasSuffix(#","battery":79}"#) == true)
        #expect(driver.agent.port.counters.filtered == 2)
    }

    @Test func `what comes late, or again, says nothing new`() throws {
        let driver = try Self.driver()
        Self.move(driver, 81, at: 10_000)
        let count = driver.agent.port.journal.count
        Self.move(driver, 90, at: 5000)
        Self.move(driver, 81, at: 10_000)
        #expect(driver.agent.port.journal.count == count)
        #expect(Self.publishes(driver, "x-y").last?.hasSuffix(#","battery":81}"#) == true)
    }

    @Test func `a battery that is the same is not journalled again`() throws {
        let driver = try Self.driver()
        Self.move(driver, 81, at: 0)
        Self.move(driver, 81, at: 60_000)
        let entries = driver.agent.port.journal.bytes
        var details = 0
        _ = Journal.read(entries) { input throws(DamagedBytes) in
            if case .detail = input { details += 1 }
        }
        #expect(details == 1)
    }

    @Test func `Home Assistant has a sensor, once a battery is known`() throws {
        let driver = try Self.driver()
        func components() throws -> [String: [String: Any]] {
            driver.agent.finishWork(at: AgentDriver.at(0))
            let topic = "homeassistant/device/geofence__device__x-y/config"
            let row = driver.agent.port.outbox.changes.outgoing.last { $0.topic == topic }
            let object = try JSONSerialization.jsonObject(with: Data(try #require(row?.payload)))
            return try #require((object as? [String: Any])?["cmps"] as? [String: [String: Any]])
        }
        Self.move(driver, nil, at: 0)
        #expect(try components()["battery"] == nil)
        Self.move(driver, 81, at: 1000)
        let battery = try #require(try components()["battery"])
        #expect(battery["p"] as? String == "sensor")
        #expect(battery["dev_cla"] as? String == "battery")
        #expect(battery["unit_of_meas"] as? String == "%")
        #expect(battery["ent_cat"] as? String == "diagnostic")
        #expect(battery["stat_t"] as? String == "geofence/device/x-y")
        driver.didCommit()
        Self.move(driver, 80, at: 2000)
        driver.agent.finishWork(at: AgentDriver.at(2000))
        #expect(!driver.news.contains { $0.contains("/config ") })
    }

    @Test func `a device's own name counts where the configuration has none`() throws {
        for known in [nil, "Anna"] {
            let driver = try Self.driver { settings in
                if let known, let van = try? Identifier("van") {
                    settings.additions.deviceNames = [van: known]
                }
            }
            driver.take("traccar", Self.named("Van 1", at: 0), at: 0)
            driver.take("traccar", Self.named("Van 1", inside: true, at: 1000), at: 1000)
            let name = known ?? "Van 1"
            let event = try #require(driver.news.first { $0.hasPrefix("geofence/event/") })
            #expect(event.contains(#""device":"van","deviceName":"\#(name)","fence""#))
            driver.agent.finishWork(at: AgentDriver.at(1000))
            let configs = driver.news.filter { $0.contains("/device/geofence__device") }
            #expect(configs.last?.contains(#""name":"\#(name)","mf""#) == true)
            #expect(driver.ask("device/list", "{}").contains(#"{"device":"van","name":"\#(name)","#))
        }
    }

    @Test func `Home Assistant, the map and the history have another name when that changes`() throws {
        let board = MapBoard(MapSettings(), CommandQueue())
        let driver = try Self.driver { $0.history = HistorySettings() }
        driver.agent.outputs.change(MapOutput.self) { $0.connect(board) }
        driver.take("traccar", Self.named("Van 1", at: 0), at: 0)
        board.beginWatch()
        driver.settle()
        var scene = MapScene(generation: "a")
        #expect(scene.accept(board.drain(), at: AgentDriver.at(0)).devices == [0])
        #expect(String(decoding: scene.device(0) ?? [], as: UTF8.self).contains(#""name":"Van 1""#))
        driver.take("traccar", Self.named("Van 2", inside: true, at: 1000), at: 1000)
        driver.agent.finishWork(at: AgentDriver.at(1000))
        #expect(driver.news.contains { $0.contains(#""name":"Van 2","mf""#) })
        _ = scene.accept(board.drain(), at: AgentDriver.at(1000))
        #expect(String(decoding: scene.device(0) ?? [], as: UTF8.self).contains(#""name":"Van 2""#))
        let event = try #require(scene.events.entry(from: 0))
        #expect(String(decoding: event.text, as: UTF8.self).contains(#""deviceName":"Van 2""#))
        let kept = driver.agent.history.rows(driver.agent.tracker).events.map(\.payload)
        #expect(kept == [event.text])
    }

    @Test func `the map hears of a battery`() throws {
        let board = MapBoard(MapSettings(), CommandQueue())
        let driver = try Self.driver { settings in
            settings.sources = settings.sources.map { $0.with(filter: FixFilter(distance: 1000)) }
        }
        driver.agent.outputs.change(MapOutput.self) { $0.connect(board) }
        Self.move(driver, 81, at: 0)
        board.beginWatch()
        driver.settle()
        var scene = MapScene(generation: "a")
        _ = scene.accept(board.drain(), at: AgentDriver.at(0))
        Self.move(driver, 80, at: 1000)
        driver.agent.work(at: AgentDriver.at(1000))
        #expect(scene.accept(board.drain(), at: AgentDriver.at(1000)).devices == [0])
        #expect(String(decoding: scene.device(0) ?? [], as: UTF8.self).contains(#""battery":80"#))
    }

    /// A restart from the journal alone, and from a checkpoint.
    @Test(arguments: [false, true]) func `a restart knows battery and name`(_ hasCheckpoint: Bool) throws {
        let folder = try StoreFolder()
        let setup = try Self.setup()
        let driver = AgentDriver(setup)
        driver.settle()
        driver.take("traccar", Self.named("Van 1", at: 0), at: 0)
        Self.move(driver, 81, at: 1000)
        try folder.with { store in
            guard hasCheckpoint else { return try store.commit(driver.batch, time: 1000) }
            try store.commit(driver.batch, driver.agent.checkpoint(filters: []), time: 1000)
        }
        let again = AgentDriver(setup)
        again.agent = try Agent.recovered(setup, stored: folder.with { try $0.load() })
        #expect(
            again.agent.tracker.details.bytes(again.agent.tracker.engine)
                == driver.agent.tracker.details.bytes(driver.agent.tracker.engine)
        )
        let list = again.ask("device/list", "{}")
        #expect(list.contains(#"{"device":"van","name":"Van 1","#))
        #expect(list.contains(#""battery":81}"#))
        again.take("traccar", Self.named("Van 1", inside: true, at: 2000), at: 2000)
        #expect(again.news.contains { $0.contains(#""deviceName":"Van 1""#) })
    }

    @Test func `nothing of it is left of a device that is forgotten`() throws {
        let driver = try Self.driver()
        driver.take("traccar", Self.named("Van 1", at: 0), at: 0)
        driver.take("fleet/van/location", #"{"lat":52.01,"lon":13,"batt":81}"#, at: 1000)
        _ = driver.ask("device/forget", #"{"device":"van"}"#, at: 2000)
        let kept = driver.agent.checkpoint(filters: []).setup.last { $0.name == Agent.StoreKey.details }
        #expect(kept?.value == [0])
        driver.fix("bus", inside: false, at: 3000)
        driver.fix("van", inside: false, at: 3000)
        let list = driver.ask("device/list", "{}")
        #expect(list.contains(#""device":"van","inside""#))
        #expect(!list.contains("battery"))
    }

    @Test func `a device that isn't monitored says nothing of itself`() throws {
        let driver = try Self.driver()
        Self.move(driver, 81, at: 0)
        _ = driver.ask("monitoring/stop", #"{"device":"x-y"}"#, at: 1000)
        Self.move(driver, 80, at: 2000)
        #expect(driver.ask("device/list", "{}", at: 3000).contains(#""battery":81"#))
    }

    @Test func `damaged bytes give an error`() {
        for bytes in [[2], [0, 101], [1, 0], [1, 1, 10], [0], []] as [[UInt8]] {
            var reader = ByteReader(bytes)
            #expect(throws: DamagedBytes.self) { try DeviceDetail(from: &reader) }
        }
    }
}
