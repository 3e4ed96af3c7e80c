import GeofenceCore

@testable import geofence_agent

/// An agent with sources and fences of its own, driven without a broker; times are milliseconds since its
/// beginning.
final class AgentDriver {
    var agent: Agent
    /// Milliseconds for which positions have waited at the broker.
    var wait: Int64 = 0

    static let beginning: Int64 = 1_760_000_000_000

    static func at(_ time: Int64) -> Timestamp { Timestamp(milliseconds: beginning + time) }

    init(_ agent: consuming Agent) { self.agent = agent }

    convenience init(_ setup: AgentSettings) {
        self.init(Agent(setup, engine: Engine(setup), outbox: Outbox()))
    }

    convenience init(fences: [Fence]? = nil) throws {
        self.init(try Self.setup(fences: try fences ?? [Self.depot()]))
    }

    /// Sources of each format, and every fix told.
    static func setup(fences: [Fence], deviceEvery: Int64 = 0) throws -> AgentSettings {
        let fields = FieldMap(
            latitude: JSONPointer(steps: ["gps", "lat"]),
            longitude: JSONPointer(steps: ["gps", "lon"]),
            time: JSONPointer(steps: ["at"])
        )
        return AgentSettings(
            topics: Topics(base: "geofence"),
            sources: [
                try source("fleet/{device}/location", .auto),
                try source("owntracks/{user}/{device}", .owntracks, device: "{user}-{device}"),
                try source("home/{device}/wifi", .wifi),
                try source("data", .json(fields), device: "$.id"),
            ],
            configured: ConfiguredFences(fences),
            deviceEvery: deviceEvery
        )
    }

    static func source(_ topic: String, _ format: PayloadFormat, device: String? = nil) throws
        -> AgentSettings.Source
    {
        let pattern = try TopicPattern(topic)
        let template = try DeviceTemplate(device, variables: pattern.variables)
        return AgentSettings.Source(
            template: TopicTemplate(pattern: pattern, device: template),
            decoder: PayloadDecoder(
                Source(topic: TopicTemplate(pattern: pattern, device: template), format: format)
            )
        )
    }

    /// A circle of 150 m at 52 N, 13 E, that is also the network DepotNet.
    static func depot(
        _ id: String = "depot",
        longitude: Double = 13,
        groups: [Identifier] = [],
        _ change: (inout Rules) -> Void = { _ in }
    ) throws
        -> Fence
    {
        var rules = Rules()
        change(&rules)
        return try Fence(
            id: try Identifier(id),
            shape: .circle(
                try Circle(center: try Coordinate(latitude: 52, longitude: longitude), radius: 150)
            ),
            wifi: [.ssid("DepotNet")],
            groups: groups,
            rules: rules
        )
    }

    func take(
        _ topic: [UInt8],
        _ payload: [UInt8],
        at time: Int64 = 0,
        length: Int? = nil,
        packet: UInt16 = 0,
        retained: Bool = false
    ) {
        topic.withUnsafeBytes { topic in
            if isDropped(topic) { return }
            payload.withUnsafeBytes { payload in
                agent.ingest(
                    topic: topic,
                    payload: payload,
                    length: length ?? payload.count,
                    packet: packet,
                    isRetained: retained,
                    at: Self.at(time)
                )
            }
        }
    }

    /// Whether a connection of the loop would drop a message, as another agent's.
    private func isDropped(_ topic: UnsafeRawBufferPointer) -> Bool {
        let settings = agent.port.settings
        guard let shard = settings.shard else { return false }
        let filter = ShardFilter(shard, settings.sources, echoes: nil)
        guard filter.shouldDrop(topic) else { return false }
        filter.drain { agent.noteDropped($0, $1) }
        return true
    }

    func take(
        _ topic: String,
        _ payload: String,
        at time: Int64 = 0,
        packet: UInt16 = 0,
        retained: Bool = false
    ) {
        take(Array(topic.utf8), Array(payload.utf8), at: time, packet: packet, retained: retained)
    }

    /// A fix of a device, `inside` the depot or a kilometre off.
    func fix(_ device: String = "van", inside: Bool, at time: Int64) {
        take("fleet/\(device)/location", Self.fix(inside: inside, at: time), at: time)
    }

    static func fix(inside: Bool, at time: Int64) -> String {
        "{\"lat\":\(inside ? 52 : 52.01),\"lon\":13,\"timestamp\":\(beginning + time)}"
    }

    /// What waits for the next commit: topic and payload.
    var news: [String] {
        agent.port.outbox.changes.outgoing.map {
            "\($0.topic) \(String(decoding: $0.payload, as: UTF8.self))"
        }
    }

    /// The events among them: fence, kind, and number.
    var events: [String] {
        agent.port.outbox.changes.outgoing.filter { !$0.isRetained }.map { row in
            let payload = String(decoding: row.payload, as: UTF8.self)
            let kind = payload.dropFirst(10).prefix { $0 != "\"" }
            let number = payload.split(separator: "\"seq\":").last?.prefix { $0.isNumber } ?? ""
            return "\(row.topic.dropFirst("geofence/event/".count)) \(kind) \(number)"
        }
    }

    /// Whether outputs have something left to do for which there is room.
    func hasWork(room: Int) -> Bool { agent.hasWork(room: room) }

    /// Says that all of it is in a store.
    func didCommit() {
        agent.port.journal.didCommit()
        agent.port.outbox.didCommit()
    }
}

extension AgentSettings.Source {
    /// The same source with another decoder or filter.
    func with(_ decoder: PayloadDecoder? = nil, filter: FixFilter? = nil) -> AgentSettings.Source {
        AgentSettings.Source(
            template: template,
            decoder: decoder ?? self.decoder,
            filter: filter ?? self.filter,
            rest: rest
        )
    }
}
