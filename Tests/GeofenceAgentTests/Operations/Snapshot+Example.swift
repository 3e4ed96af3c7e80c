import GeofenceCore

@testable import geofence_agent

extension Snapshot {
    /// One in which every number is another.
    static var example: Snapshot {
        var counters = Counters()
        counters.received = 100
        counters.accepted = 60
        counters.rejected = counters.rejected.indices.map { UInt64($0) }
        (counters.late, counters.duplicates, counters.overridden) = (21, 22, 23)
        (counters.clamped, counters.rolledOver) = (24, 25)
        (counters.requests, counters.refusedRequests, counters.dead, counters.reconnects) = (27, 28, 29, 30)
        (counters.visits, counters.filtered, counters.limited, counters.unanswered) = (35, 36, 38, 37)
        (counters.expired, counters.longestTurn, counters.unmonitored) = (39, 250_000, 40)
        counters.otherShard = 42
        counters.eventsByKind = [10, 9, 4, 2, 1]
        var latencies = Latencies()
        for length: Int64 in [100, 500, 3_000_000] { latencies.decisions.note(length) }
        return Snapshot(
            uptime: 50_000,
            about: About(
                version: "1.2.3",
                started: Timestamp(milliseconds: 1_760_000_000_250),
                configuration: "01\"\\\n"
            ),
            broker: "localhost:1883",
            link: .open,
            counters: counters,
            latencies: latencies,
            services: [
                OutboundCounts(service: "geocoding"),
                OutboundCounts(service: "routing", asked: 60, answered: 41, failed: 7),
            ],
            devices: 31,
            fences: 32,
            occupancy: [.init(fence: "depot", devices: 40), .init(fence: "a\"b", devices: 0)],
            outbox: 33,
            oldestUnsent: 34_500,
            patience: 60_000
        )
    }
}

extension ProcessFigures {
    static let example = ProcessFigures(
        processorTime: 1_500_000,
        residentMemory: 40 << 20,
        descriptors: 11,
        mostDescriptors: 1024
    )
}
