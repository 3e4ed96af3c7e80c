import GeofenceCore

/// All that the configuration file says, checked, with defaults in the place of what it leaves out.
struct Configuration: Hashable, Sendable {
    /// The broker.
    var mqtt: MQTTSettings
    /// Where the agent publishes.
    var topics = TopicSettings()
    /// Where devices report; at least one, and no topic is of two.
    var sources: [Source]
    /// The rules of fences that say nothing else.
    var rules = Rules()
    /// What is asked of the messages of every device.
    var stream = StreamRules()
    /// Which fixes of some devices are left out, in the place of their sources' filters; the first that names
    /// a device counts.
    var filters: [DeviceFilter] = []
    /// What is added to what is published of events and devices.
    var additions = EventAdditions()
    /// Visits and zones of devices.
    var places = PlaceSettings()
    /// The places, with their rules; each id is there once.
    var fences: [Fence] = []
    /// The files whose fences stand among `fences`, behind those of the configuration itself; sorted for each
    /// pattern.
    var fenceFiles: [FenceFile] = []
    /// How requests are answered.
    var requests = RequestSettings()
    /// How much is published.
    var status = StatusSettings()
    /// What is announced to Home Assistant.
    var homeAssistant = HomeAssistantSettings()
    /// What is exchanged with the OwnTracks apps.
    var owntracks = OwnTracksSettings()
    /// The points of interest; nil: none.
    var pois: PointsOfInterest?
    /// The service that knows where addresses are; nil: none.
    var geocoding: GeocodingSettings?
    /// Stops that devices are to come by; each id is there once.
    var itineraries: [Itinerary] = []
    /// How ways between stops are found.
    var routing = RoutingSettings()
    /// The part of the fleet that this agent has; nil: all of it.
    var shard: Shard?
    /// Which of two agents this is that compute the same; nil: there is one.
    var standby: Standby?
    /// What strangers may cause.
    var limits = LimitSettings()
    /// Days without a message after which a device is forgotten, 1 to 36,500; nil: never.
    var forgetAfter: Int?
    /// What survives.
    var store: StoreSettings
    /// What is kept of the past; nil: nothing.
    var history: HistorySettings?
    /// Where HTTP is answered; nil: nowhere.
    var http: HTTPSettings?
    /// What is logged.
    var log = LogSettings()
    /// The time zones of schedules, also of those that come later, by requests.
    var timeZones = TimeZoneFiles(environment: [:])
    /// The fingerprint of the file's bytes and of those of `fenceFiles`: FNV-1a of 64 bits as 16 hexadecimal
    /// digits.
    var hash = ""
    /// What is allowed and yet deserves a look, in the order of the files.
    var warnings: [ConfigurationProblem] = []
}
