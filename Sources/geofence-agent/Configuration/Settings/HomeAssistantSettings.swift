import GeofenceCore

/// What is announced to Home Assistant, so that it makes entities for devices and fences by itself.
struct HomeAssistantSettings: Hashable, Sendable {
    /// Whether anything is published for it.
    var discovery = false
    /// The levels before the topics of discovery, as in Home Assistant's own settings.
    var prefix = "homeassistant"
    /// Where Home Assistant says that it has started.
    var statusTopic = "homeassistant/status"
    /// Whether each entity has a topic of its own, as before Home Assistant 2024.11, rather than each device.
    var legacy = false
    /// Whether a tracker names the zones that a device is in.
    var zones = Zones.off
    /// The fence for which each device has a tracker that is home or not; nil: none.
    var home: Identifier?

    /// Trackers by zones, from Home Assistant 2026.7 on.
    enum Zones: String, Hashable, Sendable, CaseIterable {
        /// The tracker says where the device is.
        case off
        /// There is a second tracker, that says in which zones it is.
        case beside
        /// The tracker says in which zones the device is, and not where.
        case instead
    }

    /// The keys of `homeAssistant`.
    enum Key: String, ConfigurationKey { case discovery, prefix, statusTopic, legacy, zones, home }

    /// Everything as by default.
    init() {}

    /// Reads `homeAssistant`.
    init(reading value: ValueReader) {
        guard let object = value.object(Key.self) else { return }
        discovery = object[.discovery]?.flag() ?? discovery
        prefix = object[.prefix]?.topic() ?? prefix
        statusTopic = object[.statusTopic]?.topic() ?? statusTopic
        legacy = object[.legacy]?.flag() ?? legacy
        zones = object[.zones]?.choice(Zones.self) ?? zones
        home = object[.home]?.identifier()
    }

    /// The topics that discovery is published on; none where it is off.
    var ownTopics: [TopicPattern] {
        guard discovery else { return [] }
        let kinds = ["device"] + Component.Platform.allCases.map(\.rawValue)
        return kinds.compactMap { try? TopicPattern("\(prefix)/\($0)/+/config") }
    }
}
