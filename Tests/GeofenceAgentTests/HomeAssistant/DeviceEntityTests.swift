import Foundation
import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// Entities of a device besides where it is: whether it is home, how fast it is, and what is near.
@Suite struct DeviceEntityTests {
    private static func components(_ driver: AgentDriver) throws -> [String: [String: Any]] {
        driver.agent.finishWork(at: AgentDriver.at(0))
        let topic = "homeassistant/device/geofence__device__van/config"
        let row = driver.agent.port.outbox.changes.outgoing.last { $0.topic == topic }
        let payload = try #require(row?.payload)
        let object = try #require(JSONSerialization.jsonObject(with: Data(payload)) as? [String: Any])
        return try #require(object["cmps"] as? [String: [String: Any]])
    }

    private static func driver(_ change: (inout AgentSettings) -> Void) throws -> AgentDriver {
        let driver = try AgentDriver.homeAssistant(change)
        driver.didCommit()
        return driver
    }

    @Test func `a device has a tracker for home, by the status of that fence`() throws {
        let depot = try Identifier("depot")
        let driver = try Self.driver { $0.homeAssistant.home = depot }
        driver.take("home/van/wifi", "DepotNet", at: 0)
        let home = try #require(try Self.components(driver)["home"])
        #expect(home["p"] as? String == "device_tracker")
        #expect(home["src_type"] as? String == "router")
        #expect(home["stat_t"] as? String == "geofence/status/van/depot")
        #expect(home["json_attr_t"] as? String == "geofence/status/van/depot")
        #expect(home["def_ent_id"] as? String == "device_tracker.van_home")
    }

    @Test func `no tracker for home where none is named, or the device has no status there`() throws {
        let other = try Self.driver { _ in }
        other.fix(inside: true, at: 0)
        #expect(try Self.components(other)["home"] == nil)
        let depot = try Identifier("depot")
        let far = try Self.driver { ($0.homeAssistant.home, $0.reportAllUpTo) = (depot, 0) }
        far.fix(inside: false, at: 0)
        #expect(try Self.components(far)["home"] == nil)
        far.fix(inside: true, at: 1000)
        #expect(try Self.components(far)["home"] != nil)
    }

    @Test func `a device that says its speed has a sensor for it, from then on`() throws {
        let driver = try Self.driver { _ in }
        func move(_ more: String, at time: Int64) {
            let time = AgentDriver.beginning + time
            driver.take("fleet/van/location", #"{"lat":52,"lon":13,"timestamp":\#(time)\#(more)}"#)
        }
        move("", at: 0)
        #expect(try Self.components(driver)["speed"] == nil)
        move(#","speed":50"#, at: 1000)
        let speed = try #require(try Self.components(driver)["speed"])
        #expect(speed["stat_t"] as? String == "geofence/device/van")
        #expect(speed["unit_of_meas"] as? String == "km/h")
        #expect(driver.news.last { $0.hasPrefix("geofence/device/van ") }?.contains(#""speed":"#) == true)
        move("", at: 2000)
        driver.didCommit()
        driver.agent.use(driver.agent.port.settings)
        driver.agent.finishWork(at: AgentDriver.at(3000))
        #expect(!driver.news.contains { $0.contains("config") })
    }

    @Test func `a speed after discovery was off is a sensor, though it was one before`() throws {
        let driver = try AgentDriver.homeAssistant()
        func move(_ more: String, at time: Int64) {
            let stamp = 1_760_000_000_000 + time
            driver.take(
                "fleet/van/location",
                #"{"lat":52,"lon":13,"timestamp":\#(stamp)\#(more)}"#,
                at: time
            )
        }
        func hasSpeed() -> Bool {
            driver.discovered().contains { $0.hasPrefix("device__van") && $0.contains("speed") }
        }
        move(#","speed":30"#, at: 1000)
        #expect(hasSpeed())
        driver.agent.port.settings.homeAssistant.discovery = false
        driver.agent.use(driver.agent.port.settings)
        _ = driver.discovered()
        move("", at: 2000)
        driver.agent.port.settings.homeAssistant.discovery = true
        driver.agent.use(driver.agent.port.settings)
        #expect(!hasSpeed())
        move(#","speed":30"#, at: 3000)
        #expect(hasSpeed())
    }

    @Test func `a visit is a sensor from the first on, and unknown between two`() throws {
        let driver = try Self.driver { settings in
            settings.places.rules = PlaceRules()
        }
        let place = "geofence/homeassistant/van/place "
        driver.stay(north: 5000, minutes: 0..<10)
        #expect(try Self.components(driver)["visit"] == nil)
        driver.stay(north: 5000, minutes: 10..<120)
        let visit = try #require(try Self.components(driver)["visit"])
        #expect(visit["stat_t"] as? String == "geofence/homeassistant/van/place")
        #expect(
            driver.news.last { $0.hasPrefix(place) }?.hasSuffix(#""visit":"2025-10-09T08:53:20.000Z"}"#)
                == true
        )
        driver.stay(north: 50_000, minutes: 120..<130)
        driver.stay(north: 100_000, minutes: 140..<150)
        _ = try Self.components(driver)
        #expect(driver.news.last { $0.hasPrefix(place) }?.contains("visit") == false)
        driver.didCommit()
        driver.agent.use(driver.agent.port.settings)
        driver.agent.finishWork(at: AgentDriver.at(0))
        #expect(!driver.news.contains { $0.contains("config") })
    }

    @Test func `what was said once is a sensor, though it was announced only later`() throws {
        let driver = try Self.driver { $0.places.rules = PlaceRules() }
        driver.stay(north: 5000, minutes: 0..<120)
        let time = AgentDriver.beginning + 9_000_000
        driver.take("fleet/van/location", #"{"lat":52.5,"lon":13,"speed":50,"timestamp":\#(time)}"#)
        driver.stay(north: 100_000, minutes: 160..<170)
        let components = try Self.components(driver)
        #expect(components["visit"] != nil)
        #expect(components["speed"] != nil)
    }

    @Test func `the nearest point is a sensor where points are published`() throws {
        var builder = PointTableBuilder(tags: [])
        try builder.add(ParsedPoint(id: "a", name: "A", place: Coordinate(latitude: 52, longitude: 13)))
        for (nearest, isThere) in [(1, true), (0, false)] {
            var settings = PointSettings()
            settings.nearest = nearest
            let points = PointsOfInterest(settings: settings, table: PointTable(builder, fingerprint: "1"))
            let driver = try Self.driver { $0.pois = points }
            driver.fix(inside: true, at: 0)
            let sensor = try Self.components(driver)["nearest"]
            #expect((sensor?["stat_t"] as? String == "geofence/nearby/van") == isThere)
        }
    }

    @Test(arguments: [
        (#"{"map":{}}"#, "http://127.0.0.1:9464/"), (#"{"port":80}"#, nil),
        (#"{"host":"::1","map":{}}"#, "http://[::1]:9464/"),
        (
            #"{"host":"0.0.0.0","viewTokenFile":"token","origins":["https://map.example.org"],"map":{}}"#,
            "https://map.example.org/"
        ),
        (#"{"host":"0.0.0.0","viewTokenFile":"token","map":{}}"#, nil),
    ])
    func `the page of a device is the live map, where others find it`(_ http: String, _ url: String?) throws {
        let folder = try ConfigurationFolder()
        folder.write("token", "0123456789abcdef0123456789abcdef\n".utf8)
        let configuration = try folder.load(
            #"{"mqtt":{"host":"h"},"sources":[{"topic":"a/{device}"}],"http":\#(http)}"#
        )
        #expect(AgentSettings(configuration).mapURL == url)
        let driver = try Self.driver { $0.mapURL = url }
        driver.fix("van 1", inside: true, at: 0)
        driver.agent.finishWork(at: AgentDriver.at(0))
        let text = driver.news.first { $0.contains("device__van_201/config") } ?? ""
        #expect(text.contains(#""cu":""#) == (url != nil))
        #expect(text.contains("\(url ?? "")#-/-/-/van%201\"") == (url != nil))
    }

    @Test(arguments: [
        (#""home":"depot""#, #"[{"id":"depot","wifi":["x"]}]"#, []),
        (
            #""home":"hom""#, #"[{"id":"home","wifi":["x"]}]"#,
            ["there is no fence \"hom\"; did you mean \"home\"?"]
        ),
        (
            #""home":"a""#, "[]",
            ["there is no fence \"a\"; name one of \"fences\" or \"fenceFiles\""]
        ),
    ])
    func `home is one of the fences`(_ home: String, _ fences: String, _ problems: [String]) throws {
        let folder = try ConfigurationFolder()
        let text =
            #"{"mqtt":{"host":"h"},"sources":[{"topic":"a/{device}"}],"fences":\#(fences),"homeAssistant":{\#(home)}}"#
        #expect(
            folder.errors(text).map { $0.components(separatedBy: "homeAssistant.home: ").last } == problems
        )
    }
}
