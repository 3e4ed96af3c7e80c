import GeofenceCore

extension DiscoveryConfig {
    /// What is known of a device that bears on its entities.
    struct DeviceFacts {
        var id: Identifier
        /// Its name for people; nil: its id.
        var name: String?
        /// Whether a position has been taken.
        var hasFix: Bool
        /// Fences that have a status topic with it, with their names for people.
        var fences: [(id: Identifier, name: String)]
        /// Groups that do.
        var groups: [Identifier] = []
    }

    /// Keys of a device's entities.
    enum DeviceKey {
        static let fixTime = "time"
        static let tracker = "tracker"
        static func fence(_ id: Identifier) -> String { SafeID.joined(["fence", id.description]) }
        static func group(_ id: Identifier) -> String { SafeID.joined(["group", id.description]) }
    }

    /// A device: a tracker, what it is inside, and what happens to it.
    init(_ device: DeviceFacts, _ topics: Topics, zones: HomeAssistantSettings.Zones) {
        let name = device.id.description
        let parts =
            Self.positions(device, topics, zones) + [
                Self.place(name, device.id, topics), Self.events(name, device.id, topics),
            ]
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
            id: SafeID.joined([topics.base, "device", name]),
            name: device.name ?? name,
            model: "Device",
            via: Self.agentID(topics),
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
