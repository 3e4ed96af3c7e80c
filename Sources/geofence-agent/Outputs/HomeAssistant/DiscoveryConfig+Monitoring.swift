import GeofenceCore

extension DiscoveryConfig {
    /// A switch that stops and starts monitoring of a device or of a fence.
    ///
    /// `topic` says whether it is monitored.
    static func monitoring(
        of member: String,
        _ id: Identifier,
        _ topic: String,
        _ topics: Topics
    ) -> Component {
        func payload(_ isOn: Bool) -> String {
            let json = JSONWriter.object { json in
                json.member(named: member, id.description)
                json.member("monitoring", isOn)
            }
            return String(decoding: json, as: UTF8.self)
        }
        return Component(
            "monitoring",
            .switch,
            name: "Monitoring",
            words: [id.description, "monitoring"],
            [
                .text("stat_t", topic), .text("val_tpl", Templates.monitoring), .text("stat_on", "ON"),
                .text("stat_off", "OFF"), .text("cmd_t", topics.requests + RequestKind.monitoringSet),
                .text("pl_on", payload(true)), .text("pl_off", payload(false)),
                .text("ent_cat", "config"), .text("ic", "mdi:eye"),
            ]
        )
    }
}
