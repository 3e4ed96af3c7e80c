import Foundation
import GeofenceCore
import Testing

@testable import geofence_agent

/// Payloads of discovery, held against what Home Assistant takes.
@Suite struct AnnouncementTests {
    private typealias Object = [String: Any]

    static let topics = Topics(base: "geofence")
    static let form = DiscoveryConfig.Form(prefix: "homeassistant", isLegacy: false)
    static let legacy = DiscoveryConfig.Form(prefix: "homeassistant", isLegacy: true)

    static func device(
        _ id: String = "van 1",
        hasFix: Bool = true,
        fences: [(String, String)] = [("depot", "Depot Nord")],
        groups: [String] = ["sites"],
        zones: HomeAssistantSettings.Zones = .off
    ) throws -> DiscoveryConfig {
        let facts = DiscoveryConfig.DeviceFacts(
            id: try Identifier(id),
            hasFix: hasFix,
            hasSpeed: hasFix,
            hasVisit: hasFix,
            hasPoints: hasFix,
            fences: try fences.map { (try Identifier($0.0), $0.1) },
            groups: try groups.map { try Identifier($0) },
            hasSwitch: hasFix
        )
        return DiscoveryConfig(facts, topics, zones: zones, home: try Identifier("depot"))
    }

    static func all() throws -> [DiscoveryConfig] {
        [
            try device(), try device("ä\"", hasFix: false, fences: [("a_b", "<&'>"), ("a b", "A")]),
            try device(zones: .beside), try device(zones: .instead),
            DiscoveryConfig(
                fence: try Identifier("depot"),
                name: "Depot Nord",
                topics,
                hasSwitch: true
            ),
            DiscoveryConfig(agent: topics), DiscoveryConfig(agent: Topics(base: "site/geo")),
        ]
    }

    private static func object(_ payload: [UInt8]) throws -> Object {
        try #require(JSONSerialization.jsonObject(with: Data(payload)) as? Object)
    }

    /// What Home Assistant needs for each kind of entity, one of each list.
    private static let required: [String: [[String]]] = [
        "device_tracker": [["json_attr_t", "stat_t"]], "binary_sensor": [["stat_t"]], "sensor": [["stat_t"]],
        "event": [["stat_t"], ["evt_typ"]], "switch": [["cmd_t"]],
    ]
    /// Abbreviations of Home Assistant's that entities have here.
    private static let known: Set<String> = [
        "p", "name", "uniq_id", "def_ent_id", "obj_id", "stat_t", "val_tpl", "json_attr_t", "json_attr_tpl",
        "dev_cla",
        "ent_cat", "evt_typ", "src_type", "ic", "avty_t", "qos", "pl_on", "pl_off", "stat_cla",
        "unit_of_meas", "cmd_t", "stat_on", "stat_off",
    ]

    private func check(_ entity: Object, _ platform: String) throws {
        #expect(Set(entity.keys).isSubset(of: Self.known))
        for choice in try #require(Self.required[platform]) {
            #expect(choice.contains { entity[$0] != nil }, "\(platform): \(choice)")
        }
        let id = try #require(entity["uniq_id"] as? String)
        #expect(id.wholeMatch(of: /[a-zA-Z0-9_-]+/) != nil)
        if let entityID = entity["def_ent_id"] as? String {
            #expect(entityID.wholeMatch(of: /[a-z_]+\.[a-z0-9_]+/) != nil)
            #expect(entityID == "\(platform).\(entity["obj_id"] as? String ?? "")")
        }
        let isConnection = entity["dev_cla"] as? String == "connectivity"
        #expect(isConnection || (entity["avty_t"] as? String)?.hasSuffix("/agent/state") == true)
    }

    /// Home Assistant refuses the whole payload for a key that it doesn't know in these.
    private func checkHeader(_ payload: Object) throws {
        let device = try #require(payload["dev"] as? Object)
        #expect(Set(device.keys).isSubset(of: ["ids", "name", "mf", "mdl", "sw", "via_device", "cu"]))
        #expect(device["ids"] is [String])
        let origin = try #require(payload["o"] as? Object)
        #expect(Set(origin.keys) == ["name", "sw"])
    }

    @Test func `a device's payload has what Home Assistant needs, and no key that it refuses`() throws {
        for announcement in try Self.all() {
            let messages = announcement.messages(Self.form)
            #expect(messages.map(\.topic) == ["homeassistant/device/\(announcement.id)/config"])
            let payload = try Self.object(messages[0].payload)
            #expect(Set(payload.keys) == ["dev", "o", "cmps"])
            try checkHeader(payload)
            let entities = try #require(payload["cmps"] as? [String: Object])
            #expect(entities.count == announcement.components.count)
            for entity in entities.values { try check(entity, try #require(entity["p"] as? String)) }
            let ids = entities.values.compactMap { $0["uniq_id"] as? String }
            #expect(Set(ids).count == entities.count)
        }
    }

    @Test func `an entity's own payload has the same ids and settings`() throws {
        for announcement in try Self.all() {
            let whole = try Self.object(announcement.messages(Self.form)[0].payload)
            let entities = try #require(whole["cmps"] as? [String: Object])
            for (component, message) in zip(announcement.components, announcement.messages(Self.legacy)) {
                var single = try Self.object(message.payload)
                try checkHeader(single)
                #expect(
                    NSDictionary(dictionary: single["dev"] as? Object ?? [:])
                        == NSDictionary(dictionary: whole["dev"] as? Object ?? [:])
                )
                (single["dev"], single["o"]) = (nil, nil)
                let platform = component.platform.rawValue
                try check(single, platform)
                let id = try #require(single["uniq_id"] as? String)
                #expect(message.topic == "homeassistant/\(platform)/\(id)/config")
                single["p"] = platform
                #expect(
                    NSDictionary(dictionary: single)
                        == NSDictionary(dictionary: entities[component.key] ?? [:])
                )
            }
        }
    }

    @Test func `the topics and ids of a device's entities`() throws {
        let lines = try Self.device().messages(Self.legacy).map { message in
            let entity = try Self.object(message.payload)
            let topic = entity["json_attr_t"] ?? entity["stat_t"]
            return "\(message.topic.dropFirst(14).dropLast(7)) \(entity["def_ent_id"] ?? "") \(topic ?? "")"
        }
        #expect(
            lines == [
                "sensor/geofence__device__van_201__time sensor.van_1_last_position geofence/device/van 1",
                "device_tracker/geofence__device__van_201__tracker device_tracker.van_1 geofence/device/van 1",
                "sensor/geofence__device__van_201__speed sensor.van_1_speed geofence/device/van 1",
                "sensor/geofence__device__van_201__visit sensor.van_1_visit_since geofence/homeassistant/van 1/place",
                "sensor/geofence__device__van_201__nearest sensor.van_1_nearest_point geofence/nearby/van 1",
                "device_tracker/geofence__device__van_201__home device_tracker.van_1_home geofence/status/van 1/depot",
                "sensor/geofence__device__van_201__place sensor.van_1_place geofence/homeassistant/van 1/place",
                "event/geofence__device__van_201__event event.van_1_geofence geofence/event/van 1/+",
                "switch/geofence__device__van_201__monitoring switch.van_1_monitoring geofence/device/van 1",
                "binary_sensor/geofence__device__van_201__fence__depot binary_sensor.van_1_depot geofence/status/van 1/depot",
                "binary_sensor/geofence__device__van_201__group__sites binary_sensor.van_1_sites geofence/group/sites/van 1",
            ]
        )
    }

    @Test(arguments: [
        (HomeAssistantSettings.Zones.off, false, []), (.off, true, ["tracker"]),
        (.beside, true, ["tracker", "zones"]),
        (.beside, false, ["zones"]), (.instead, false, ["tracker"]), (.instead, true, ["tracker"]),
    ])
    func `there is a tracker where it has something to say`(
        _ zones: HomeAssistantSettings.Zones,
        _ hasFix: Bool,
        _ keys: [String]
    ) throws {
        let device = try Self.device(hasFix: hasFix, zones: zones)
        #expect(device.components.filter { $0.platform == .tracker && $0.key != "home" }.map(\.key) == keys)
    }

    @Test func `a fence's payload`() throws {
        let fence = DiscoveryConfig(fence: try Identifier("a"), name: "A", Self.topics)
        let text = String(decoding: fence.messages(Self.form)[0].payload, as: UTF8.self)
        #expect(
            text
                == #"{"dev":{"ids":["geofence__fence__a"],"name":"A","mf":"geofence-agent","mdl":"Fence","via_device":"geofence__agent"},"o":{"name":"geofence-agent","sw":"0.1.0"},"cmps":{"occupancy":{"p":"binary_sensor","uniq_id":"geofence__fence__a__occupancy","name":"Occupancy","def_ent_id":"binary_sensor.a_occupancy","obj_id":"a_occupancy","stat_t":"geofence/fence/a","val_tpl":"\#(Templates.occupancy)","json_attr_t":"geofence/fence/a","json_attr_tpl":"\#(Templates.attributes)","dev_cla":"occupancy","avty_t":"geofence/agent/state","qos":1},"count":{"p":"sensor","uniq_id":"geofence__fence__a__count","name":"Devices","def_ent_id":"sensor.a_devices","obj_id":"a_devices","stat_t":"geofence/fence/a","val_tpl":"\#(Templates.count)","stat_cla":"measurement","ic":"mdi:counter","avty_t":"geofence/agent/state","qos":1}}}"#
        )
    }

    @Test func `a switch sends what stops and starts monitoring, and shows which it is`() throws {
        let configs = [
            (try Self.device(), "device", "van 1", "geofence/device/van 1"),
            (
                DiscoveryConfig(fence: try Identifier("depot"), name: "D", Self.topics, hasSwitch: true),
                "fence", "depot", "geofence/fence/depot"
            ),
        ]
        for (config, member, id, topic) in configs {
            let whole = try Self.object(config.messages(Self.form)[0].payload)
            let entity = try #require((whole["cmps"] as? [String: Object])?["monitoring"])
            #expect(entity["p"] as? String == "switch")
            #expect(entity["cmd_t"] as? String == "geofence/request/monitoring/set")
            #expect(entity["stat_t"] as? String == topic)
            #expect(entity["pl_on"] as? String == #"{"\#(member)":"\#(id)","monitoring":true}"#)
            #expect(entity["pl_off"] as? String == #"{"\#(member)":"\#(id)","monitoring":false}"#)
        }
        let plain = DiscoveryConfig(fence: try Identifier("depot"), name: "D", Self.topics)
        #expect(!plain.components.contains { $0.key == "monitoring" })
    }
}
