import Foundation

@testable import geofence_agent

/// What `replay` gives for the recorded fleet.
struct SoakExpectation {
    private struct Failure: Error {
        var output: String
    }

    /// The events' payloads in order.
    let events: [String]
    private let lines: [String]

    init(configuration: String, track: String) throws {
        let replay = try AgentProcess.run(["replay", "--config", configuration, "--status", track])
        guard replay.code == 0 else { throw Failure(output: replay.errors) }
        lines = replay.output.split(separator: "\n").map(String.init)
        events = lines.filter { $0.hasPrefix(#"{"event""#) }
    }

    /// What the track must bring, or the soak says nothing of it: kinds and causes of events, groups, a fence
    /// that moves, silence, places.
    static let features = [
        #""event":"enter""#, #""event":"exit""#, #""event":"dwell""#, #""event":"speeding""#,
        #""event":"speeding-end""#, #""cause":"position""#, #""cause":"wifi""#, #""cause":"timer""#,
        #""cause":"schedule""#, #""cause":"expired""#, #""cause":"crossing""#, #""cause":"stale""#,
        #""group":"town""#, #""group":"west""#, #""fence":"escort""#, #""fence":"poi-"#,
        #""event":"arrival""#, #""event":"departure""#, #""zone":"2"#,
    ]

    /// Which of them it doesn't bring.
    var missing: [String] { Self.features.filter { part in !lines.contains { $0.contains(part) } } }

    /// The id of the event that the last line of a part brings.
    func mark(_ part: Int, kind: String) -> String? {
        let marks = events.filter { $0.contains(#""fence":"mark""#) }
        guard marks.indices.contains(part) else { return nil }
        return (try? SoakEvent(marks[part]))?.id
    }

    /// The last status of each topic, those of groups too, before an event.
    func statuses(upTo id: String) -> [String: SoakStatus] {
        var statuses: [String: SoakStatus] = [:]
        for line in lines {
            if line.hasPrefix(#"{"device""#), let status = try? SoakStatus(line), let topic = status.topic {
                statuses[topic] = status.withoutTopic
            }
            if line.contains(id) { break }
        }
        return statuses
    }
}

/// What of an event tells it from others.
struct SoakEvent: Decodable {
    var event, id, device: String
    var fence, group: String?
    /// Nil for a visit.
    var seq: Int?

    /// The id; of visits, whose arrival and departure have one in common, with which of both it is.
    var key: String { seq == nil ? "\(id)/\(event)" : id }

    /// Events are counted by device and by fence or group.
    var series: String { "\(device)/\(fence ?? group ?? "")" }

    init(_ payload: String) throws { self = try JSONDecoder().decode(Self.self, from: Data(payload.utf8)) }
}

/// What of a status changes only with a transition.
struct SoakStatus: Decodable, Hashable {
    var device, fence, group: String?
    var status: String
    var cause, since, visit: String?
    /// How a device is inside a fence.
    var via: [String]?
    /// In which fences of a group it is.
    var fences: [String]?

    init(_ payload: String) throws { self = try JSONDecoder().decode(Self.self, from: Data(payload.utf8)) }

    var topic: String? {
        guard let device else { return nil }
        if let group { return "geofence/group/\(group)/\(device)" }
        return fence.map { "geofence/status/\(device)/\($0)" }
    }

    var withoutTopic: Self {
        var copy = self
        (copy.device, copy.fence, copy.group) = (nil, nil, nil)
        return copy
    }
}
