import GeofenceCore

@testable import AgentTestSupport
@testable import geofence_agent

extension AgentDriver {
    /// An agent that exchanges all there is with OwnTracks, with a fence `depot` and what else is given.
    static func ownTracks(
        fences: [Fence]? = nil,
        _ change: (inout AgentSettings) -> Void = { _ in }
    ) throws -> AgentDriver {
        var setup = try Self.setup(fences: try fences ?? [Self.depot()])
        setup.owntracks.transitions = true
        setup.owntracks.waypoints = true
        setup.owntracks.setWaypoints = true
        change(&setup)
        return AgentDriver(setup)
    }

    /// A fence that is a circle of 150 m, with a name, for some devices.
    static func circle(
        _ id: String,
        name: String? = nil,
        longitude: Double = 13,
        devices: [String] = []
    ) throws -> Fence {
        let center = try Coordinate(latitude: 52, longitude: longitude)
        return try Fence(
            id: try Identifier(id),
            name: name,
            shape: .circle(try Circle(center: center, radius: 150)),
            devices: try devices.map { try DevicePattern($0) }
        )
    }

    /// A location of jo's phone, `inside` the depot or a kilometre off.
    func locate(
        inside: Bool,
        at time: Int64,
        on topic: String = "owntracks/jo/phone",
        more: String = ""
    ) {
        take(topic, Self.location(inside: inside, at: time, more: more), at: time)
    }

    /// What the app says of a phone, `inside` the depot or a kilometre off.
    static func location(inside: Bool, at time: Int64, more: String = "") -> String {
        let (latitude, stamp) = (inside ? 52 : 52.01, (beginning + time) / 1000)
        return
            "{\"_type\":\"location\",\"lat\":\(latitude),\"lon\":13,\"acc\":9,\"tst\":\(stamp)\(more)}"
    }

    /// What waits for the next commit for phones: topic and payload.
    var forPhones: [String] { news.filter { $0.hasPrefix("owntracks/") } }

    /// What phones are to be sent besides, then all of it; it is as if it were in a store from here on.
    func sent(at time: Int64 = 0) -> [String] {
        agent.finishWork(at: Self.at(time))
        let sent = forPhones
        didCommit()
        return sent
    }

    /// Ids and names of the fences that are for somebody alone, with whom.
    var personal: [String] {
        agent.tracker.engine.allFences.filter { !$0.devices.isEmpty }.map { fence in
            "\(fence.name ?? "-") \(fence.circle?.radius ?? 0) \(fence.devices.map(\.description).joined())"
        }.sorted()
    }
}
