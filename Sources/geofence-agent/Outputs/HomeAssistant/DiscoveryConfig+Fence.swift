import GeofenceCore

extension DiscoveryConfig {
    static func id(ofFence fence: Identifier, _ topics: Topics) -> String {
        SafeID.joined([topics.base, "fence", fence.description])
    }

    /// A fence: whether anybody is inside, and how many; a switch for its monitoring, where requests may
    /// stop it.
    init(fence: Identifier, name: String, _ topics: Topics, hasSwitch: Bool = false) {
        let topic = topics.fence(fence)
        let words = fence.description
        let occupancy = Component(
            "occupancy",
            .binarySensor,
            name: "Occupancy",
            words: [words, "occupancy"],
            [
                .text("stat_t", topic), .text("val_tpl", Templates.occupancy), .text("json_attr_t", topic),
                .text("json_attr_tpl", Templates.attributes), .text("dev_cla", "occupancy"),
            ]
        )
        let count = Component(
            "count",
            .sensor,
            name: "Devices",
            words: [words, "devices"],
            [
                .text("stat_t", topic), .text("val_tpl", Templates.count), .text("stat_cla", "measurement"),
                .text("ic", "mdi:counter"),
            ]
        )
        self.init(
            id: Self.id(ofFence: fence, topics),
            name: name,
            model: "Fence",
            via: Self.agentID(topics),
            components: ([occupancy, count]
                + (hasSwitch ? [Self.monitoring(of: "fence", fence, topic, topics)] : [])).map {
                    $0.available(with: topics.state)
                }
        )
    }
}
