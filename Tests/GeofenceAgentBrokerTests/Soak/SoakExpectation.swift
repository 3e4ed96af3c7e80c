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

    /// The id of the event that the last line of a part brings.
    func mark(_ part: Int, kind: String) -> String? {
        let marks = events.filter { $0.contains(#""device":"mark""#) }
        guard marks.indices.contains(part) else { return nil }
        return (try? SoakEvent(marks[part]))?.id
    }

    /// The last status of each topic before an event.
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
    var id, device, fence: String
    var seq: Int

    init(_ payload: String) throws { self = try JSONDecoder().decode(Self.self, from: Data(payload.utf8)) }
}

/// What of a status changes only with a transition.
struct SoakStatus: Decodable, Hashable {
    var device, fence: String?
    var status: String
    var since: String?
    var via: [String]
    var visit: String?

    init(_ payload: String) throws { self = try JSONDecoder().decode(Self.self, from: Data(payload.utf8)) }

    var topic: String? {
        guard let device, let fence else { return nil }
        return "geofence/status/\(device)/\(fence)"
    }

    var withoutTopic: Self {
        var copy = self
        (copy.device, copy.fence) = (nil, nil)
        return copy
    }
}
