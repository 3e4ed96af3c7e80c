import MQTT

/// What strangers may cause: what is new beyond a limit is refused, and what is known goes on.
struct LimitSettings: Hashable, Sendable {
    /// Devices that are known at most, 1 to 10,000,000.
    var devices = 250_000
    /// Devices of one source at most, 1 to 10,000,000; nil: as many as `devices`.
    var devicesPerSource: Int?
    /// Devices that may become known within a minute, 1 to 10,000,000.
    var newDevicesPerMinute = 120_000
    /// Fences that are set at run time at most, 0 to 10,000,000; those of the configuration don't count.
    var fencesAtRunTime = 250_000
    /// Waypoints of one phone that are fences at most, 0 to 1,000; 100 is what Android watches for an app.
    var waypointsPerDevice = 100
    /// Groups of a fence that is set at run time, 0 to 64.
    var groupsPerFence = 64
    /// Itineraries that are set at run time at most, 0 to 10,000; those of the configuration don't count.
    var itineraries = 1000
    /// Stops of an itinerary at most, 1 to 100.
    var maxStops = Itinerary.mostStops
    /// Bytes of a request at most, 1,024 to `largestRequest`.
    var requestBytes = largestRequest

    /// Bytes that a request may have whatever is configured: 1 MiB.
    static let largestRequest = Inbox.largestRequest

    /// The keys of `limits`.
    enum Key: String, ConfigurationKey {
        case devices, devicesPerSource, newDevicesPerMinute, fencesAtRunTime, waypointsPerDevice,
            groupsPerFence, itineraries, maxStops, requestBytes
    }

    /// Everything as by default.
    init() {}

    /// Reads `limits`.
    init(reading value: ValueReader) {
        guard let object = value.object(Key.self) else { return }
        devices = object[.devices]?.integer(1...10_000_000, "devices") ?? devices
        devicesPerSource = object[.devicesPerSource]?.integer(1...10_000_000, "devices")
        newDevicesPerMinute =
            object[.newDevicesPerMinute]?.integer(1...10_000_000, "devices") ?? newDevicesPerMinute
        fencesAtRunTime = object[.fencesAtRunTime]?.integer(0...10_000_000, "fences") ?? fencesAtRunTime
        waypointsPerDevice = object[.waypointsPerDevice]?.integer(0...1000, "waypoints") ?? waypointsPerDevice
        groupsPerFence = object[.groupsPerFence]?.integer(0...64, "groups") ?? groupsPerFence
        itineraries = object[.itineraries]?.integer(0...Itinerary.most, "itineraries") ?? itineraries
        maxStops = object[.maxStops]?.integer(1...Itinerary.mostStops, "stops") ?? maxStops
        requestBytes = object[.requestBytes]?.integer(1024...Self.largestRequest, "bytes") ?? requestBytes
    }
}
