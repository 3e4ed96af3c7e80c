import Foundation
import Testing

@testable import geofence_agent

/// What of an event or a status tells what happened, in a line: `enter position 08:54:20`, `unknown stale`.
struct Reported: Decodable, CustomStringConvertible {
    var event, status, cause, time: String?
    var late: Bool?

    init(_ payload: String) throws { self = try JSONDecoder().decode(Self.self, from: Data(payload.utf8)) }

    /// A status has a time, too, but of its newest fix.
    var description: String {
        let moment = event == nil ? nil : time.map { String($0.dropFirst(11).prefix(8)) }
        return [event ?? status, cause, moment, late == true ? "late" : nil].compactMap(\.self)
            .joined(separator: " ")
    }
}

extension Client {
    /// What has come about a device and a fence, in order: statuses and events, or events alone.
    func told(_ device: String, _ fence: String, _ kinds: [String] = ["status", "event"]) throws -> [String] {
        let topics = kinds.map { "geofence/\($0)/\(device)/\(fence)" }
        return try messages.filter { topics.contains($0.topic) }.map { try Reported($0.payload).description }
    }

    /// Expects that these events of a device and no others have been sent by now, by fence or group, each
    /// once or more.
    func expect(
        eventsOf device: String,
        _ events: [String: [String]],
        at location: SourceLocation = #_sourceLocation
    ) throws {
        try catchUp()
        for (fence, expected) in events {
            let told = Set(try told(device, fence, ["event"]))
            #expect(told == Set(expected), "\(fence)", sourceLocation: location)
        }
    }
}
