import GeofenceCore

extension DiscoveryConfig {
    /// What is known of a device that bears on its entities.
    struct DeviceFacts {
        var id: Identifier
        /// Its name for people; nil: its id.
        var name: String?
        /// Whether a position has been taken.
        var hasFix: Bool
        /// Whether it has said how fast it is.
        var hasSpeed = false
        /// Whether it has said what is left in its battery.
        var hasBattery = false
        /// Whether it has been on a visit.
        var hasVisit = false
        /// Whether points of interest near it are published.
        var hasPoints = false
        /// Fences that have a status topic with it, with their names for people.
        var fences: [(id: Identifier, name: String)]
        /// Groups that do.
        var groups: [Identifier] = []
        /// Whether its monitoring can be stopped by a request.
        var hasSwitch = false
        /// The live map with the device on it; nil: none.
        var map: String?
    }

    /// Keys of a device's entities.
    enum DeviceKey {
        static let fixTime = "time"
        static let tracker = "tracker"
        static let speed = "speed"
        static let battery = "battery"
        static let home = "home"
        static let visit = "visit"
        static func fence(_ id: Identifier) -> String { SafeID.joined(["fence", id.description]) }
        static func group(_ id: Identifier) -> String { SafeID.joined(["group", id.description]) }
    }

    static func id(ofDevice device: Identifier, _ topics: Topics) -> String {
        SafeID.joined([topics.base, "device", device.description])
    }

    /// A device: a tracker, what it is inside, and what happens to it.
    init(
        _ device: DeviceFacts,
        _ topics: Topics,
        zones: HomeAssistantSettings.Zones,
        home: Identifier? = nil
    ) {
        let name = device.id.description
        let parts =
            Self.positions(device, topics, zones) + Self.measurements(device, topics)
            + device.fences.filter { $0.id == home }.map { Self.home(name, topics.status(device.id, $0.id)) }
            + [
                Self.place(name, device.id, topics), Self.events(name, device.id, topics),
            ]
            + (device.hasSwitch
                ? [Self.monitoring(of: "device", device.id, topics.device(device.id), topics)] : [])
            + device.fences.map { fence in
                Self.status(
                    DeviceKey.fence(fence.id),
                    fence.name,
                    [name, fence.id.description],
                    topics.status(device.id, fence.id)
                )
            }
            + device.groups.map { group in
                Self.status(
                    DeviceKey.group(group),
                    group.description,
                    [name, group.description],
                    topics.group(group, device.id)
                )
            }
        self.init(
            id: Self.id(ofDevice: device.id, topics),
            name: device.name ?? name,
            model: "Device",
            via: Self.agentID(topics),
            url: device.map,
            components: parts.map { $0.available(with: topics.state) }
        )
    }

    private static func positions(
        _ device: DeviceFacts,
        _ topics: Topics,
        _ zones: HomeAssistantSettings.Zones
    ) -> [Component] {
        let name = device.id.description
        let topic = topics.device(device.id)
        func tracker(_ key: String, _ title: String?, _ words: [String], _ template: String) -> Component {
            Component(
                key,
                .tracker,
                name: title,
                words: words,
                [.text("json_attr_t", topic), .text("json_attr_tpl", template), .text("src_type", "gps")]
            )
        }
        var parts: [Component] = []
        if device.hasFix {
            parts.append(
                Component(
                    DeviceKey.fixTime,
                    .sensor,
                    name: "Last position",
                    words: [name, "last position"],
                    [
                        .text("stat_t", topic), .text("val_tpl", Templates.fixTime),
                        .text("dev_cla", "timestamp"), .text("ent_cat", "diagnostic"),
                    ]
                )
            )
        }
        if zones == .instead {
            parts.append(tracker(DeviceKey.tracker, nil, [name], Templates.zones))
        } else if device.hasFix {
            parts.append(tracker(DeviceKey.tracker, nil, [name], Templates.position))
        }
        if zones == .beside { parts.append(tracker("zones", "Zones", [name, "zones"], Templates.zones)) }
        return parts
    }

    /// What the device, or where it is, brings along; nothing of which there has never been a value.
    private static func measurements(_ device: DeviceFacts, _ topics: Topics) -> [Component] {
        let name = device.id.description
        var parts: [Component] = []
        if device.hasSpeed {
            parts.append(
                Component(
                    DeviceKey.speed,
                    .sensor,
                    name: "Speed",
                    words: [name, "speed"],
                    [
                        .text("stat_t", topics.device(device.id)), .text("val_tpl", Templates.speed),
                        .text("dev_cla", "speed"), .text("unit_of_meas", "km/h"),
                        .text("stat_cla", "measurement"),
                    ]
                )
            )
        }
        if device.hasBattery {
            parts.append(
                Component(
                    DeviceKey.battery,
                    .sensor,
                    name: "Battery",
                    words: [name, "battery"],
                    [
                        .text("stat_t", topics.device(device.id)), .text("val_tpl", Templates.battery),
                        .text("dev_cla", "battery"), .text("unit_of_meas", "%"),
                        .text("stat_cla", "measurement"), .text("ent_cat", "diagnostic"),
                    ]
                )
            )
        }
        if device.hasVisit {
            parts.append(
                Component(
                    DeviceKey.visit,
                    .sensor,
                    name: "Visit since",
                    words: [name, "visit since"],
                    [
                        .text("stat_t", topics.place(device.id)), .text("val_tpl", Templates.visit),
                        .text("dev_cla", "timestamp"), .text("ic", "mdi:map-clock"),
                    ]
                )
            )
        }
        if device.hasFix, device.hasPoints {
            let topic = topics.nearby(device.id)
            parts.append(
                Component(
                    "nearest",
                    .sensor,
                    name: "Nearest point",
                    words: [name, "nearest point"],
                    [
                        .text("stat_t", topic), .text("val_tpl", Templates.nearest),
                        .text("json_attr_t", topic), .text("json_attr_tpl", Templates.nearestAttributes),
                        .text("ic", "mdi:map-marker-star"),
                    ]
                )
            )
        }
        return parts
    }

    /// A tracker that is home or not.
    ///
    /// A router's counts more for a person than one by GPS. Home Assistant before 2027.1 reads the state,
    /// later ones the zones; both say the same.
    private static func home(_ name: String, _ topic: String) -> Component {
        Component(
            DeviceKey.home,
            .tracker,
            name: "Home",
            words: [name, "home"],
            [
                .text("stat_t", topic), .text("val_tpl", Templates.home), .text("json_attr_t", topic),
                .text("json_attr_tpl", Templates.homeZones), .text("src_type", "router"),
            ]
        )
    }

    private static func status(_ key: String, _ name: String, _ words: [String], _ topic: String) -> Component
    {
        Component(
            key,
            .binarySensor,
            name: name,
            words: words,
            [
                .text("stat_t", topic), .text("val_tpl", Templates.status), .text("json_attr_t", topic),
                .text("json_attr_tpl", Templates.attributes), .text("dev_cla", "occupancy"),
            ]
        )
    }

    private static func place(_ name: String, _ device: Identifier, _ topics: Topics) -> Component {
        let topic = topics.place(device)
        return Component(
            "place",
            .sensor,
            name: "Place",
            words: [name, "place"],
            [
                .text("stat_t", topic), .text("val_tpl", Templates.place), .text("json_attr_t", topic),
                .text("json_attr_tpl", Templates.attributes), .text("ic", "mdi:map-marker-radius"),
            ]
        )
    }

    /// Of all fences and groups: the last level of the topic is any.
    private static func events(_ name: String, _ device: Identifier, _ topics: Topics) -> Component {
        Component(
            "event",
            .event,
            name: "Geofence",
            words: [name, "geofence"],
            [
                .text("stat_t", topics.events(device)), .text("val_tpl", Templates.event),
                .texts("evt_typ", ["enter", "exit", "dwell", "speeding", "speeding-end"]),
                .text("ic", "mdi:map-marker-path"),
            ]
        )
    }
}
