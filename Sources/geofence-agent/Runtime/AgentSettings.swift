import GeofenceCore

/// What a configuration makes of the agent, apart from the broker and the store.
struct AgentSettings: Sendable {
    /// Where positions and WiFi reports come from.
    ///
    /// A class, since each message looks into it and none needs a copy.
    final class Source: Sendable {
        let template: TopicTemplate
        let decoder: PayloadDecoder
        /// Which fixes are left out; nil: none.
        let filter: FixFilter?
        /// How rests of its devices are judged; nil: as the rules say.
        let rest: RestRule?

        init(
            template: TopicTemplate,
            decoder: PayloadDecoder,
            filter: FixFilter? = nil,
            rest: RestRule? = nil
        ) {
            self.template = template
            self.decoder = decoder
            self.filter = filter
            self.rest = rest
        }
    }

    var topics: Topics
    /// The part of the fleet that this agent has; nil: all of it.
    var shard: Shard?
    /// Which of two agents this is that compute the same; nil: there is one.
    var standby: Standby?
    /// Seconds for which an event counts; nil: always.
    var eventExpiry: Int?
    var sources: [Source]
    /// Those of the configuration.
    private(set) var configured: ConfiguredFences
    /// What is asked of the messages of every device.
    var stream = StreamRules()
    /// Which fixes of some devices are left out, in the place of their sources' filters.
    var deviceFilters: [DeviceFilter] = []
    /// What is added to what is published of events and devices.
    var additions = EventAdditions()
    /// Visits and zones of devices.
    var places = PlaceSettings()
    /// With at most this many fences every pair of a device and a fence has a status topic.
    var reportAllUpTo = 100
    /// Most names in the payload of a fence topic.
    var occupantsLimit = 100
    /// Milliseconds between two payloads of a device topic without a transition.
    var deviceEvery: Int64 = 30_000
    /// What strangers may cause.
    var limits = LimitSettings()
    /// Days without a message after which a device is forgotten, 1 to 36,500; nil: never.
    var forgetAfter: Int?
    /// The rules of fences that say nothing else.
    var rules = Rules()
    /// The time zones of schedules that come by requests.
    var timeZones = TimeZoneFiles(environment: [:])

    /// How requests are answered.
    var requests = RequestSettings()
    /// What is announced to Home Assistant.
    var homeAssistant = HomeAssistantSettings()
    /// Where a browser finds the live map; nil: there is none, or nobody knows.
    var mapURL: String?
    /// What is exchanged with the OwnTracks apps.
    var owntracks = OwnTracksSettings()
    /// The points of interest; nil: none.
    var pois: PointsOfInterest?
    /// The itineraries of the configuration; each id is there once.
    var itineraries: [Itinerary] = []
    /// How ways between stops are found.
    var routing = RoutingSettings()

    /// The service that knows where addresses are; nil: none.
    var geocoding: GeocodingSettings?

    /// What is kept of the past; nil: nothing.
    var history: HistorySettings?
    /// The file that it is kept in; nil: nothing is.
    var historyPath: String?

    /// Whether monitoring can be switched by a request.
    var hasMonitoringSwitch: Bool { requests.allows(command: RequestKind.monitoringSet) }

    /// The fences of the configuration.
    var fences: [Fence] {
        get { configured.all }
        set { configured = ConfiguredFences(newValue) }
    }

    /// What is subscribed to for devices and requests.
    var filters: [String] { sources.map(\.template.filter) + [topics.requestFilter] }

    /// Whether devices report on a topic, or phones or Home Assistant are published to.
    func isOfOthers(_ topic: String) -> Bool {
        guard topic != homeAssistant.statusTopic, !topic.hasPrefix("\(homeAssistant.prefix)/") else {
            return true
        }
        let above = topic.lastIndex(of: "/").map { String(topic[..<$0]) }
        return sources.contains { source in
            let pattern = source.template.pattern
            return pattern.matches(topic) || source.decoder.isOwnTracks && above.map(pattern.matches) ?? false
        }
    }
}
