import GeofenceCore
import Testing

@testable import geofence_agent
import MQTT

@Suite struct MetricsTests {
    private func samples(_ snapshot: Snapshot) -> [String] {
        Metrics.page(snapshot, processorTime: 1_500_000).split(separator: "\n").map(String.init)
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
            "geofence_agent_messages_filtered_total 36",
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
            "process_cpu_seconds_total 1.5", "process_start_time_seconds 1760000000.25",
        ]
        #expect(samples(.example) == before + Self.rejections + after)
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
        let lines = Metrics.page(.example, processorTime: 0).split(separator: "\n")
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
                #expect(line.prefix { $0 != " " && $0 != "{" } == described)
                #expect((kind == "counter") == described.hasSuffix("_total"), "\(described)")
            }
        }
        #expect(names.count == 37)
    }
}
