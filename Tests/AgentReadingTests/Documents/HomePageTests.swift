import Foundation
import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// The automations of docs/home.md: their topics, entities and members are those of an agent with the page's
/// configuration.
@Suite struct HomePageTests {
    /// What stands for what people have.
    private static let others: Set<String> = ["light.hall", "climate.living_room", "notify.mobile_app_anna"]
    /// Words of Home Assistant's own before a dot.
    private static let actions: Set<String> = ["light.turn_on", "climate.set_preset_mode"]

    private let page: DocumentPage
    private let yaml: [String]
    private let rows: [OutboxRow]

    init() throws {
        page = try DocumentPage("docs/home.md")
        yaml = page.blocks.filter { $0.language == "yaml" }.map(\.text)
        let folder = try ConfigurationFolder()
        let own = try #require(page.blocks.last { $0.language == "json" && $0.text.contains(#""mqtt""#) })
        let dwell = try #require(page.blocks.last { $0.language == "json" && $0.text.contains(#""dwell""#) })
        var object = try #require(try Self.object(own.text))
        object.merge(try #require(try Self.object(dwell.text))) { $1 }
        let whole = try JSONSerialization.data(withJSONObject: object)
        let driver = AgentDriver(AgentSettings(try folder.load(String(decoding: whole, as: UTF8.self))))
        for (place, time) in [("52.5120", 0), ("52.5163", 600)] {
            let stamp = AgentDriver.beginning / 1000 + Int64(time)
            driver.take(
                "owntracks/anna/phone",
                #"{"_type":"location","lat":\#(place),"lon":13.3777,"acc":8,"tst":\#(stamp)}"#,
                at: Int64(time) * 1000
            )
        }
        driver.agent.advance(to: AgentDriver.at(4_000_000))
        driver.agent.finishWork(at: AgentDriver.at(4_000_000))
        rows = driver.agent.port.outbox.changes.outgoing
    }

    private static func object(_ text: String) throws -> [String: Any]? {
        try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    }

    private var entities: Set<String> {
        var ids: Set<String> = []
        for row in rows where row.topic.hasPrefix("homeassistant/") {
            let text = String(decoding: row.payload, as: UTF8.self)
            for match in text.matches(of: /"def_ent_id":"([^"]+)"/) { ids.insert(String(match.1)) }
        }
        return ids
    }

    @Test func `entities are those that Home Assistant makes`() throws {
        let prose = page.prose.map(\.line).joined(separator: "\n")
        let known = entities.union(Self.others).union(Self.actions)
        var count = 0
        for text in yaml.filter({ $0.contains("triggers:") }) {
            for match in text.matches(of: /(?m)(?:entity_id|action): (\S+\.\S+)$/) {
                count += 1
                #expect(known.contains(String(match.1)), "\(match.1)")
            }
        }
        for match in prose.matches(of: /`((?:event|binary_sensor|device_tracker)\.anna_phone_[a-z_]+)`/) {
            count += 1
            #expect(known.contains(String(match.1)), "\(match.1)")
        }
        #expect(count >= 6)
    }

    @Test func `topics, kinds of events and members are those of events`() throws {
        var count = 0
        for text in yaml where text.contains("trigger: mqtt") {
            let topic = try #require(text.firstMatch(of: /topic: (\S+)/)?.1)
            let kind = try #require(text.firstMatch(of: /payload: (\S+)/)?.1)
            let pattern = try TopicPattern(String(topic))
            let events = rows.filter { pattern.matches($0.topic) }.compactMap { row in
                try? JSONSerialization.jsonObject(with: Data(row.payload)) as? [String: Any]
            }
            let event = try #require(
                events.first { $0["event"] as? String == String(kind) },
                "\(topic) \(kind)"
            )
            for match in text.matches(of: /(?:value_json|payload_json)\.([a-zA-Z]+)/) {
                count += 1
                #expect(event[String(match.1)] != nil, "\(match.1)")
            }
        }
        #expect(count >= 4)
    }
}
