import GeofenceCore
import MQTT

/// The agent's metrics, named by Prometheus' conventions: units are seconds, counters end in `_total`.
enum Metrics {
    private static let prefix = "geofence_agent_"

    /// The whole page.
    static func page(_ snapshot: Snapshot, _ figures: ProcessFigures) -> String {
        var writer = MetricsWriter()
        writer.begin(.gauge, prefix + "build_info", "Version and fingerprint of the configuration; always 1.")
        let labels = [("version", snapshot.about.version), ("config", snapshot.about.configuration)]
        writer.sample(prefix + "build_info", labels, 1)
        state(snapshot, &writer)
        messages(snapshot.counters, &writer)
        results(snapshot.counters, &writer)
        services(snapshot.services, &writer)
        latencies(snapshot.latencies, &writer)
        process(snapshot, figures, &writer)
        return writer.text
    }

    private static func state(_ snapshot: Snapshot, _ writer: inout MetricsWriter) {
        func gauge(_ name: String, _ help: String, _ value: some Numeric) {
            writer.metric(.gauge, prefix + name, help, value)
        }
        gauge("connected", "Whether the broker has greeted the agent.", snapshot.link == .down ? 0 : 1)
        gauge(
            "caught_up",
            "Whether what the broker kept for the agent is through.",
            snapshot.link == .open ? 1 : 0
        )
        gauge(
            "store_writable",
            "Whether the store has taken the last batch.",
            snapshot.isStoreWritable ? 1 : 0
        )
        gauge(
            "subscriptions_complete",
            "Whether the broker has granted all subscriptions.",
            snapshot.link != .down && snapshot.missing == nil ? 1 : 0
        )
        let limit = prefix + "broker_limit"
        if !snapshot.limits.numbers.isEmpty {
            writer.begin(.gauge, limit, "What the broker takes away, by name.")
        }
        for (name, value) in snapshot.limits.numbers { writer.sample(limit, [("limit", name)], value) }
        gauge("devices", "Devices that are known.", snapshot.devices)
        gauge("fences", "Fences in force.", snapshot.fences)
        let inside = prefix + "fence_devices"
        if !snapshot.occupancy.isEmpty {
            writer.begin(.gauge, inside, "Devices inside, by fence; with more than 100 fences of none.")
        }
        for one in snapshot.occupancy { writer.sample(inside, [("fence", one.fence)], one.devices) }
        gauge("outbox_messages", "Messages that the broker has not taken yet.", snapshot.outbox)
        gauge(
            "outbox_oldest_age_seconds",
            "How long the oldest of them has been waiting.",
            Double(snapshot.oldestUnsent) / 1000
        )
    }

    private static func messages(_ counters: Counters, _ writer: inout MetricsWriter) {
        func counter(_ name: String, _ help: String, _ value: UInt64) {
            writer.metric(.counter, prefix + name, help, value)
        }
        counter("messages_received_total", "Messages that arrived.", counters.received)
        counter("messages_accepted_total", "Messages whose report was taken.", counters.accepted)
        let rejected = prefix + "messages_rejected_total"
        writer.begin(.counter, rejected, "Messages that were refused, by reason.")
        for (reason, count) in zip(Rejection.allCases, counters.rejected) {
            writer.sample(rejected, [("reason", reason.rawValue)], count)
        }
        counter("messages_late_total", "Messages older than the last one of their device.", counters.late)
        counter("messages_duplicate_total", "Repeats of what was there.", counters.duplicates)
        counter("messages_overridden_total", "Messages of devices that are set by hand.", counters.overridden)
        counter(
            "messages_unmonitored_total",
            "Messages of devices that are not monitored.",
            counters.unmonitored
        )
        counter("messages_filtered_total", "Messages whose position a filter leaves out.", counters.filtered)
        counter(
            "messages_other_shard_total",
            "Messages of devices that another agent has.",
            counters.otherShard
        )
        counter("messages_limited_total", "What was refused beyond a limit.", counters.limited)
        counter("devices_expired_total", "Devices forgotten after a long silence.", counters.expired)
        counter("times_clamped_total", "Times ahead of their arrival, taken as of it.", counters.clamped)
        counter(
            "times_rolled_over_total",
            "Times off by a GPS week rollover, set right.",
            counters.rolledOver
        )
    }

    private static func results(_ counters: Counters, _ writer: inout MetricsWriter) {
        func counter(_ name: String, _ help: String, _ value: UInt64) {
            writer.metric(.counter, prefix + name, help, value)
        }
        counter("events_total", "Events that were made.", counters.events)
        let kinds = prefix + "events_by_kind_total"
        writer.begin(.counter, kinds, "Those by kind.")
        for (kind, count) in zip(Event.Kind.names, counters.eventsByKind) {
            writer.sample(kinds, [("event", kind)], count)
        }
        counter("visits_total", "Visits that ended.", counters.visits)
        counter("requests_total", "Requests that were answered.", counters.requests)
        counter("requests_refused_total", "Those answered with an error.", counters.refusedRequests)
        counter("messages_dead_total", "Messages that the broker refused for good.", counters.dead)
        counter(
            "connections_unanswered_total",
            "Connections given up since the broker didn't answer a message.",
            counters.unanswered
        )
        counter("reconnects_total", "Connections to the broker after the first.", counters.reconnects)
        writer.metric(
            .gauge,
            prefix + "loop_longest_turn_seconds",
            "The longest that the loop has worked without looking up.",
            Double(counters.longestTurn) / 1_000_000
        )
    }

    /// What was asked of servers over HTTP; nothing where none was.
    private static func services(_ services: [OutboundCounts], _ writer: inout MetricsWriter) {
        func write(
            _ kind: MetricsWriter.Kind,
            _ name: String,
            _ help: String,
            _ value: (OutboundCounts) -> UInt64
        ) {
            guard !services.isEmpty else { return }
            writer.begin(kind, prefix + name, help)
            for one in services { writer.sample(prefix + name, [("service", one.service)], value(one)) }
        }
        write(.counter, "outbound_questions_total", "What servers were asked, by service.", \.asked)
        write(
            .counter,
            "outbound_answers_total",
            "Those that were answered, be it with an error.",
            \.answered
        )
        write(.counter, "outbound_failures_total", "Those that got no answer.", \.failed)
        write(.gauge, "outbound_waiting", "Those that wait for an answer.", \.waiting)
    }

    private static func latencies(_ latencies: Latencies, _ writer: inout MetricsWriter) {
        writer.histogram(
            prefix + "decision_duration_seconds",
            "From when a batch of messages was read until all of it was decided.",
            latencies.decisions
        )
        writer.histogram(
            prefix + "commit_duration_seconds",
            "How long the store took for a batch.",
            latencies.commits
        )
        writer.histogram(
            prefix + "event_delivery_seconds",
            "From the arrival of what an event follows from until the broker had the event.",
            latencies.events
        )
    }

    /// Under the names that every client library of Prometheus gives them.
    private static func process(
        _ snapshot: Snapshot,
        _ figures: ProcessFigures,
        _ writer: inout MetricsWriter
    ) {
        let help = "Processor time of the process in seconds."
        writer.metric(.counter, "process_cpu_seconds_total", help, Double(figures.processorTime) / 1_000_000)
        let started = Double(snapshot.about.started.milliseconds) / 1000
        writer.metric(.gauge, "process_start_time_seconds", "Start, in seconds since 1970.", started)
        let sizes = [
            ("process_resident_memory_bytes", "Memory that is really there.", figures.residentMemory),
            ("process_open_fds", "Files, sockets and the like that are open.", figures.descriptors),
            ("process_max_fds", "How many of them there may be.", figures.mostDescriptors),
        ]
        for (name, help, value) in sizes { if let value { writer.metric(.gauge, name, help, value) } }
    }
}
