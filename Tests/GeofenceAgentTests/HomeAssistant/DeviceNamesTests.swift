import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// What people call devices.
@Suite struct DeviceNamesTests {
    private let folder: ConfigurationFolder

    init() throws { folder = try ConfigurationFolder() }

    private static func text(_ devices: String) -> String {
        #"{"mqtt":{"host":"h"},"sources":[{"topic":"a/{device}"}],"devices":\#(devices)}"#
    }

    @Test func `reads names by ids`() throws {
        let configuration = try folder.load(
            Self.text(#"[{"id":"anna-phone","name":"Anna"},{"id":"b","name":"Ben's \"van\""}]"#)
        )
        #expect(
            configuration.additions.deviceNames == [
                try Identifier("anna-phone"): "Anna", try Identifier("b"): "Ben's \"van\"",
            ]
        )
        #expect(AgentSettings(configuration).additions == configuration.additions)
    }

    @Test(arguments: [
        (#"{"id":"a"}"#, "[0].name: missing; give the device a name for people, such as \"Anna\""),
        (#"{"name":"a"}"#, "[0].id: missing; say which device, such as \"anna-phone\""),
        (
            #"{"id":"a","name":"A"},{"id":"a","name":"B"}"#,
            "[1].id: \"a\" is the id of devices[0] too; name each device once"
        ),
        (#"{"id":"a","nam":"A"}"#, "[0].nam: unknown key, did you mean \"name\"?"),
        (#"{"id":"a","name":"\t"}"#, "[0].name: must not hold control characters"),
        (
            #"{"id":"a","name":"\#(String(repeating: "ä", count: 129))"}"#,
            "[0].name: has 258 bytes, and a name may have 256"
        ),
        (#"{"id":"a/b","name":"A"}"#, "[0].id: "),
    ])
    func `says what is wrong`(_ devices: String, _ problem: String) {
        #expect(folder.errors(Self.text("[\(devices)]")).contains { $0.contains("devices\(problem)") })
    }

    private static func driver(_ name: String?) throws -> AgentDriver {
        let driver = try AgentDriver.homeAssistant { settings in
            settings.additions = additions(name)
        }
        driver.didCommit()
        return driver
    }

    private static func additions(_ name: String?) -> EventAdditions {
        guard let name, let van = try? Identifier("van") else { return EventAdditions() }
        return EventAdditions(deviceNames: [van: name])
    }

    @Test func `events have the name, where there is one`() throws {
        for name in [nil, "Anna"] {
            let driver = try Self.driver(name)
            for (device, at) in [("van", Int64(0)), ("bus", 1)] {
                driver.fix(device, inside: false, at: at)
                driver.fix(device, inside: true, at: at + 1000)
            }
            let events = driver.news.filter { $0.hasPrefix("geofence/event/") }
            #expect(events.count == 2)
            #expect(events[0].contains(#""device":"van","deviceName":"Anna","fence""#) == (name != nil))
            #expect(events[1].contains(#""device":"bus","fence""#))
        }
    }

    @Test func `Home Assistant has the name, and another one when that changes`() throws {
        let driver = try Self.driver("Anna")
        driver.fix(inside: true, at: 0)
        driver.agent.finishWork(at: AgentDriver.at(0))
        func discovered() -> [String] { driver.news.filter { $0.contains("/device/geofence__device") } }
        #expect(discovered().count == 1)
        #expect(discovered().first?.contains(#""name":"Anna","mf""#) == true)
        driver.didCommit()
        var settings = driver.agent.port.settings
        settings.additions = Self.additions("Bea")
        driver.agent.use(settings)
        driver.agent.finishWork(at: AgentDriver.at(1000))
        #expect(discovered().first?.contains(#""name":"Bea","mf""#) == true)
        driver.didCommit()
        settings.additions = EventAdditions()
        driver.agent.use(settings)
        driver.agent.finishWork(at: AgentDriver.at(2000))
        #expect(discovered().first?.contains(#""name":"van","mf""#) == true)
    }

    @Test func `the map has the name in devices and events, and another one when that changes`() throws {
        let board = MapBoard(MapSettings(), CommandQueue())
        let driver = try Self.driver("Anna")
        driver.agent.outputs.change(MapOutput.self) { $0.connect(board) }
        driver.fix(inside: false, at: 0)
        board.beginWatch()
        driver.agent.work(at: AgentDriver.at(0))
        driver.fix(inside: true, at: 1000)
        driver.agent.work(at: AgentDriver.at(1000))
        var scene = MapScene(generation: "a")
        var change = scene.accept(board.drain(), at: AgentDriver.at(1000))
        let number = try #require(change.devices.first)
        func device() -> String { String(decoding: scene.device(number) ?? [], as: UTF8.self) }
        #expect(device().hasPrefix(#"{"device":"van","name":"Anna","inside":["depot"]"#))
        let event = try #require(scene.events.entry(from: 0))
        #expect(String(decoding: event.text, as: UTF8.self).contains(#""deviceName":"Anna""#))
        driver.agent.work(at: AgentDriver.at(1500))
        #expect(board.drain().isEmpty)
        var settings = driver.agent.port.settings
        settings.additions = Self.additions("Bea")
        driver.agent.use(settings)
        driver.agent.work(at: AgentDriver.at(2000))
        change = scene.accept(board.drain(), at: AgentDriver.at(2000))
        #expect(change.devices == [number])
        #expect(device().hasPrefix(#"{"device":"van","name":"Bea","#))
    }

    @Test func `the history keeps events as they were published`() throws {
        var settings = try AgentDriver.setup(fences: [AgentDriver.depot()])
        (settings.history, settings.additions) = (HistorySettings(), Self.additions("Anna"))
        let driver = AgentDriver(settings)
        driver.fix(inside: false, at: 0)
        driver.fix(inside: true, at: 1000)
        let events = driver.agent.history.rows(driver.agent.tracker).events
        #expect(
            events.map { "geofence/event/van/depot " + String(decoding: $0.payload, as: UTF8.self) }
                == driver.news.filter { $0.hasPrefix("geofence/event/") }
        )
        #expect(events.first.map { String(decoding: $0.payload, as: UTF8.self).contains("Anna") } == true)
    }

    @Test func `requests and tables have a name where there is one`() throws {
        let driver = try Self.driver("Anna")
        driver.fix(inside: true, at: 0)
        driver.fix("bus", inside: false, at: 0)
        let answer = driver.ask("device/list", "{}")
        #expect(answer.contains(#"{"device":"van","name":"Anna","inside""#))
        #expect(answer.contains(#"{"device":"bus","inside""#))
        let document = try JSONDocument.parse(answer).root
        let devices = document.member("data")?.member("devices")?.elements ?? []
        let lines = StatusTable(.utc, at: AgentDriver.at(0)).devices(devices)
        #expect(lines.first?.hasPrefix("DEVICE  NAME  INSIDE") == true)
        #expect(lines.last?.hasPrefix("van     Anna  depot") == true)
    }

    @Test func `the table of the past has a column for names where any are given`() throws {
        let van = try Identifier("van")
        let position = HistoryPosition(
            Fix(coordinate: try Coordinate(latitude: 52, longitude: 13)),
            at: AgentDriver.at(0)
        )
        let named = HistoryTable(.utc, names: [try Identifier("bus"): "The bus"])
        #expect(named.header(.positions).hasPrefix("DEVICE            NAME              TIME "))
        #expect(named.line(position, van).hasPrefix("van               -                 2025-10-09 "))
        #expect(
            named.line(position, try Identifier("bus")).hasPrefix("bus               The bus           20")
        )
        #expect(HistoryTable(.utc).header(.positions).hasPrefix("DEVICE            TIME "))
    }
}
