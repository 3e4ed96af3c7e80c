extension DiscoveryConfig {
    /// The id of the agent, through which Home Assistant knows devices and fences.
    static func agentID(_ topics: Topics) -> String { SafeID.joined([topics.base] + agentWords(topics)) }

    /// What distinguishes the agents of one base.
    private static func agentWords(_ topics: Topics) -> [String] {
        ["agent"] + [topics.shard].compactMap(\.self)
    }

    /// The agent itself: whether it is connected, and its statistics.
    init(agent topics: Topics, map: String? = nil) {
        self.init(
            id: Self.agentID(topics),
            name: "Geofence agent" + (topics.base == TopicSettings().base ? "" : " \(topics.base)")
                + (topics.shard.map { " \($0)" } ?? ""),
            model: "Agent",
            url: map,
            version: AgentVersion.current,
            components: [Self.connection(topics)]
                + Statistic.all.map { $0.component(topics).available(with: topics.state) }
        )
    }

    /// Always available, since it says whether the rest is.
    private static func connection(_ topics: Topics) -> Component {
        Component(
            "connection",
            .binarySensor,
            name: "Connection",
            words: [topics.base, (agentWords(topics) + ["connection"]).joined(separator: " ")],
            [
                .text("stat_t", topics.state), .text("pl_on", "online"), .text("pl_off", "offline"),
                .text("dev_cla", "connectivity"), .text("ent_cat", "diagnostic"),
            ]
        )
    }

    /// A number of the agent's statistics.
    private struct Statistic {
        var member: String
        var name: String
        var template: String
        var kind = [Component.Field.text("stat_cla", "measurement")]

        /// One that only grows until the agent starts anew.
        private static func total(_ member: String, _ name: String, _ template: String? = nil) -> Statistic {
            Statistic(
                member: member,
                name: name,
                template: template ?? Templates.statistic(member),
                kind: [.text("stat_cla", "total_increasing")]
            )
        }

        private static func level(_ member: String, _ name: String) -> Statistic {
            Statistic(member: member, name: name, template: Templates.statistic(member))
        }

        static let all = [
            total("received", "Messages received"), total("accepted", "Messages accepted"),
            total("rejected", "Messages refused", Templates.refused), total("late", "Messages late"),
            total("duplicates", "Messages repeated"), total("events", "Events"),
            level("devices", "Devices"), level("fences", "Fences"), level("outbox", "Messages unsent"),
            Statistic(
                member: "oldestUnsent",
                name: "Oldest message unsent",
                template: Templates.statistic("oldestUnsent"),
                kind: [
                    .text("stat_cla", "measurement"), .text("dev_cla", "duration"),
                    .text("unit_of_meas", "s"),
                ]
            ),
            total("dead", "Messages refused by the broker"), total("reconnects", "Reconnects"),
        ]

        func component(_ topics: Topics) -> Component {
            Component(
                member,
                .sensor,
                name: name,
                words: [topics.base] + agentWords(topics) + [member],
                [
                    .text("stat_t", topics.stats), .text("val_tpl", template),
                    .text("ent_cat", "diagnostic"),
                ] + kind
            )
        }
    }
}
