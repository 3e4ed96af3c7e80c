import GeofenceCore
import Testing

@testable import geofence_agent
import MQTT

@Suite struct MetricsTests {
    private func samples(_ snapshot: Snapshot) -> [String] {
        Metrics.page(snapshot, .example).split(separator: "\n").map(String.init)
            .filter { !$0.hasPrefix("#") }
    }

    private static let rejections = Rejection.allCases.enumerated().map { index, reason in
        "geofence_agent_messages_rejected_total{reason=\"\(reason)\"} \(index)"
    }

    @Test func `tells every counter and state`() {
        let before = [
            #"geofence_agent_build_info{version="1.2.3",config="01\"\\\n"} 1"#,
            "geofence_agent_connected 1", "geofence_agent_caught_up 1", "geofence_agent_store_writable 1",
            "geofence_agent_subscriptions_complete 1",
            "geofence_agent_devices 31", "geofence_agent_fences 32",
            #"geofence_agent_fence_devices{fence="depot"} 40"#,
            #"geofence_agent_fence_devices{fence="a\"b"} 0"#,
            "geofence_agent_outbox_messages 33",
            "geofence_agent_outbox_oldest_age_seconds 34.5", "geofence_agent_messages_received_total 100",
            "geofence_agent_messages_accepted_total 60",
        ]
        let after = [
            "geofence_agent_messages_late_total 21", "geofence_agent_messages_duplicate_total 22",
            "geofence_agent_messages_overridden_total 23", "geofence_agent_messages_unmonitored_total 40",
            "geofence_agent_messages_filtered_total 36", "geofence_agent_messages_other_shard_total 42",
            "geofence_agent_messages_limited_total 38", "geofence_agent_devices_expired_total 39",
            "geofence_agent_times_clamped_total 24",
            "geofence_agent_times_rolled_over_total 25", "geofence_agent_events_total 26",
            #"geofence_agent_events_by_kind_total{event="enter"} 10"#,
            #"geofence_agent_events_by_kind_total{event="exit"} 9"#,
            #"geofence_agent_events_by_kind_total{event="dwell"} 4"#,
            #"geofence_agent_events_by_kind_total{event="speeding"} 2"#,
            #"geofence_agent_events_by_kind_total{event="speeding-end"} 1"#,
            "geofence_agent_visits_total 35",
            "geofence_agent_requests_total 27", "geofence_agent_requests_refused_total 28",
            "geofence_agent_messages_dead_total 29", "geofence_agent_connections_unanswered_total 37",
            "geofence_agent_reconnects_total 30", "geofence_agent_loop_longest_turn_seconds 0.25",
            #"geofence_agent_outbound_questions_total{service="geocoding"} 0"#,
            #"geofence_agent_outbound_questions_total{service="routing"} 60"#,
            #"geofence_agent_outbound_answers_total{service="geocoding"} 0"#,
            #"geofence_agent_outbound_answers_total{service="routing"} 41"#,
            #"geofence_agent_outbound_failures_total{service="geocoding"} 0"#,
            #"geofence_agent_outbound_failures_total{service="routing"} 7"#,
            #"geofence_agent_outbound_waiting{service="geocoding"} 0"#,
            #"geofence_agent_outbound_waiting{service="routing"} 12"#,
        ]
        let process = [
            "process_cpu_seconds_total 1.5", "process_start_time_seconds 1760000000.25",
            "process_resident_memory_bytes 41943040", "process_open_fds 11", "process_max_fds 1024",
        ]
        let lines = samples(.example)
        let expected = before + Self.rejections + after
        #expect(lines.prefix(expected.count) == expected[...])
        #expect(lines.suffix(process.count) == process[...])
    }

    @Test func `adds up how long things took`() {
        let name = "geofence_agent_decision_duration_seconds"
        let lines = samples(.example).filter { $0.hasPrefix(name) }
        #expect(
            lines == [
                ("0.0001", 1), ("0.00025", 1), ("0.0005", 2), ("0.001", 2), ("0.0025", 2), ("0.005", 2),
                ("0.01", 2), ("0.025", 2), ("0.05", 2), ("0.1", 2), ("0.25", 2), ("0.5", 2), ("1", 2),
                ("2.5", 2), ("+Inf", 3),
            ].map { "\(name)_bucket{le=\"\($0)\"} \($1)" } + ["\(name)_sum 3.0006", "\(name)_count 3"]
        )
    }

    @Test func `counts what took as long as a bound says in its bucket, and nothing as less than nothing`() {
        var histogram = Histogram(bounds: [10, 20])
        for length: Int64 in [-5, 10, 11, 20, 21] { histogram.note(length) }
        #expect(histogram.counts == [2, 2, 1])
        #expect(histogram.sum == 62 && histogram.count == 5)
    }

    @Test func `knows its own process`() {
        let figures = ProcessFigures.now
        #expect(figures.residentMemory ?? 0 > 1_000_000)
        #expect(figures.descriptors ?? 0 >= 3)
        #expect(figures.mostDescriptors ?? .max >= figures.descriptors ?? 0)
    }

    @Test func `gives no figure that the system does not`() {
        let page = Metrics.page(.example, ProcessFigures(processorTime: 0))
        #expect(!page.contains("process_resident_memory_bytes") && !page.contains("process_open_fds"))
    }

    @Test(arguments: [(Snapshot.Link.down, 0, 0), (.catchingUp, 1, 0), (.open, 1, 1)])
    func `tells how far the way to the broker is open`(
        _ link: Snapshot.Link,
        _ connected: Int,
        _ caughtUp: Int
    ) {
        var snapshot = Snapshot.example
        (snapshot.link, snapshot.isStoreWritable) = (link, false)
        let lines = [
            "geofence_agent_connected \(connected)", "geofence_agent_caught_up \(caughtUp)",
            "geofence_agent_store_writable 0",
        ]
        #expect(Array(samples(snapshot)[1...3]) == lines)
    }

    @Test func `tells what the broker takes away`() {
        var snapshot = Snapshot.example
        (snapshot.limits.sessionExpiry, snapshot.limits.retains) = (60, false)
        snapshot.limits.grantedQoS0 = ["a/+"]
        let lines = [("sessionExpiry", 60), ("retain", 0), ("grantedQoS0", 1)].map { name, value in
            "geofence_agent_broker_limit{limit=\"\(name)\"} \(value)"
        }
        #expect(samples(snapshot).filter { $0.contains("broker_limit") } == lines)
    }

    @Test func `has a HELP and a TYPE line before the samples of each`() {
        let lines = Metrics.page(.example, .example).split(separator: "\n")
        var (described, kind, names) = ("", "", Set<String>())
        for line in lines {
            let words = line.split(separator: " ", maxSplits: 3).map(String.init)
            switch words[1] {
            case "HELP":
                #expect(names.insert(words[2]).inserted)
                described = words[2]
            case "TYPE":
                #expect(words[2] == described)
                kind = words[3]
            default:
                let name = line.prefix { $0 != " " && $0 != "{" }
                let parts = ["_bucket", "_sum", "_count"].map { described + $0 }
                #expect(kind == "histogram" ? parts.contains(String(name)) : name == described, "\(name)")
                #expect((kind == "counter") == described.hasSuffix("_total"), "\(described)")
            }
        }
        #expect(names.count == 44)
    }
}
