import GeofenceCore

/// Stops that a device is to come by, one after the other.
struct Itinerary: Hashable, Sendable {
    /// Its name in topics; the fences of its stops are called `{id}-{label}`.
    var id: Identifier
    /// What it is called by people, up to 256 bytes.
    var name: String?
    /// Who is to come by; nil: nobody yet, it is a plan.
    var device: Identifier?
    /// Metres of the fences around its stops, 0 for none.
    var radius = 1000.0
    /// Whether it begins anew once all stops are done.
    var repeats = false
    /// The stops in order, 1 to `mostStops`.
    var stops: [Stop]

    /// Stops of an itinerary at most.
    static let mostStops = 100
    /// Itineraries of a configuration at most.
    static let most = 10_000

    /// The keys of an itinerary.
    enum Key: String, ConfigurationKey {
        case id, name, device, radius
        case repeats = "repeat"
        case stops
    }

    /// The keys and values by which it can be set again.
    var members: [(String, JSONValue?)] {
        [
            ("id", .string(id.description)), ("name", name.map(JSONValue.string)),
            ("device", device.map { .string($0.description) }), ("radius", .number(radius)),
            ("repeat", .bool(repeats)), ("stops", .list(stops.map { .members($0.members) })),
        ]
    }

    /// Tells one version from another, the same after a restart.
    var revision: String { Fingerprint.fnv1a(JSONValue.members(members).bytes) }

    /// Metres of the fence around a stop; nil where it has none.
    func radius(ofStop index: Int) -> Double? {
        let radius = stops[index].radius ?? radius
        return radius > 0 ? radius : nil
    }
}

extension Stop {
    /// The keys and values by which it can be set again.
    var members: [(String, JSONValue?)] {
        [
            ("name", name.map(JSONValue.string)), ("latitude", .number(place.latitude)),
            ("longitude", .number(place.longitude)), ("radius", radius.map(JSONValue.number)),
            ("stay", stay.map(JSONValue.number)), ("by", by.map { .string($0.iso8601) }),
        ]
    }
}
