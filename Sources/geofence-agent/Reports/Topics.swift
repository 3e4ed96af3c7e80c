import GeofenceCore

/// The topics that the agent publishes, under its base.
struct Topics: Hashable, Sendable {
    /// First levels, such as `geofence`.
    let base: String
    /// The name of the agent's shard; nil where it has the whole fleet.
    var shard: String?
    /// Which of two agents this is that compute the same; nil where there is one.
    var standby: String?

    /// How the topics of the agent itself begin: each shard has its own.
    private var agent: String { "\(base)/agent/" + (shard.map { "\($0)/" } ?? "") }
    /// How those begin that each of two agents has for itself.
    private var own: String { agent + (standby.map { "\($0)/" } ?? "") }
    /// Whether there is an agent: of two, whether one leads.
    var state: String { "\(agent)state" }
    var info: String { "\(agent)info" }
    var stats: String { "\(agent)stats" }
    /// Whether this agent is connected.
    var ownState: String { "\(own)state" }
    var ownInfo: String { "\(own)info" }
    var ownStats: String { "\(own)stats" }
    /// What one of two agents publishes to itself.
    var echo: String { "\(own)echo" }
    /// Where the one of two agents that leads says so.
    var lease: String { "\(agent)lease" }
    /// The states of both, as a filter.
    var pairFilter: String { "\(agent)+/state" }
    func state(of standby: String) -> String { "\(agent)\(standby)/state" }

    /// What of a filter the broker keeps is wanted with each connection: what agents say of themselves.
    func wantsRetained(_ filter: String) -> Bool { filter == ownState || isSign(filter) }

    /// Whether a filter is of what two agents say of themselves again and again.
    ///
    /// What is late of it says nothing, so it is read at QoS 0: it passes by what waits, and a broker that
    /// has lost a node still hands it on.
    func isSign(_ filter: String) -> Bool { standby != nil && signs.contains(filter) }

    /// Filters of what two agents say of themselves.
    var signs: [String] { [lease, state, pairFilter] }

    /// How the topics of requests begin.
    var requests: String { "\(base)/request/" }
    /// What they are subscribed with.
    var requestFilter: String { "\(base)/request/#" }

    func response(_ command: String) -> String { "\(base)/response/\(command)" }
    func status(_ device: Identifier, _ fence: Identifier) -> String { topic("/status/", device, fence) }
    func event(_ device: Identifier, _ fence: Identifier) -> String { topic("/event/", device, fence) }
    func group(_ group: Identifier, _ device: Identifier) -> String { "\(base)/group/\(group)/\(device)" }
    func device(_ device: Identifier) -> String { topic("/device/", device) }
    /// All devices, their events and their visits, as filters.
    var allDevices: String { "\(base)/device/+" }
    var allEvents: String { "\(base)/event/+/+" }
    var allVisits: String { "\(base)/visit/+" }
    func visit(_ device: Identifier) -> String { "\(base)/visit/\(device)" }
    func zones(_ device: Identifier) -> String { "\(base)/zones/\(device)" }
    func itinerary(_ itinerary: Identifier) -> String { "\(base)/itinerary/\(itinerary)" }
    func eta(_ device: Identifier) -> String { "\(base)/eta/\(device)" }
    func nearby(_ device: Identifier) -> String { "\(base)/nearby/\(device)" }
    /// The events of a device, as a filter.
    func events(_ device: Identifier) -> String { "\(base)/event/\(device)/+" }
    /// For Home Assistant.
    func place(_ device: Identifier) -> String { "\(base)/homeassistant/\(device)/place" }
    /// Who is inside a fence, of the whole fleet.
    func fence(_ fence: Identifier) -> String { topic("/fence/", fence) }
    /// Who is inside a fence, of the agent's own devices.
    func ownFence(_ fence: Identifier) -> String {
        shard.map { "\(base)/shard/\($0)/fence/\(fence)" } ?? self.fence(fence)
    }
    /// What all shards publish of fences, as a filter.
    var shardFilter: String { "\(base)/shard/+/fence/+" }

    /// A topic of which each event has some: interpolated, it would ask for memory piece by piece.
    private func topic(_ kind: String, _ first: Identifier, _ second: Identifier? = nil) -> String {
        let (first, second) = (first.description.utf8, second?.description.utf8)
        let count = base.utf8.count + kind.utf8.count + first.count + (second.map { 1 + $0.count } ?? 0)
        return String(unsafeUninitializedCapacity: count) { room in
            var end = room.initialize(fromContentsOf: base.utf8)
            end = room[end...].initialize(fromContentsOf: kind.utf8)
            end = room[end...].initialize(fromContentsOf: first)
            guard let second else { return end }
            end = room[end...].initialize(fromContentsOf: "/".utf8)
            end = room[end...].initialize(fromContentsOf: second)
            return end
        }
    }
}
