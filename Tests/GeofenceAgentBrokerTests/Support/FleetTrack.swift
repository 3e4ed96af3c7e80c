import Foundation

@testable import geofence_agent

/// A fleet that comes into the depot and leaves it, on the depot's meridian, with a stamp in each position.
struct FleetTrack {
    /// A position of a device.
    struct Entry: Hashable {
        var device: String
        var line: String
    }

    let devices: [String]
    let entries: [Entry]

    init(devices count: Int, steps: Int) {
        devices = (0..<count).map { "van\($0)" }
        var entries: [Entry] = []
        for step in 0..<steps {
            for (index, device) in devices.enumerated() {
                let latitude = (step + index) / 3 % 4 < 2 ? 52.5001 : 52.51
                let time = 1_760_000_000 + step * 60 + index
                let line = #"{"device":"\#(device)","tst":\#(time),"lat":\#(latitude),"lon":13.4,"acc":8}"#
                entries.append(Entry(device: device, line: line))
            }
        }
        self.entries = entries
    }

    /// The track as a file that `replay` reads.
    var text: String { entries.map(\.line).joined(separator: "\n") + "\n" }

    /// Each device stays where it is at the end, until no hold is left to end and no dwell time to come.
    var stays: [Entry] {
        let last = entries.suffix(devices.count)
        return (1...4).flatMap { round in
            last.map { entry in
                let stamp = entry.line.firstRange(of: #/"tst":\d+/#).map { entry.line[$0] } ?? ""
                let time = Int(stamp.dropFirst(6)) ?? 0
                let line = entry.line.replacing(stamp, with: "\"tst\":\(time + round * 200)")
                return Entry(device: entry.device, line: line)
            }
        }
    }

    /// The ids of the events that `replay` gives for a configuration.
    func replayedIDs(_ configuration: String, _ file: String) throws -> Set<String> {
        let run = try AgentProcess.run(["replay", "--config", configuration, file])
        return Set(run.output.split(separator: "\n").compactMap { Self.id(of: String($0)) })
    }

    /// The id of an event.
    static func id(of payload: String) -> String? {
        guard let root = try? JSONDocument.parse(payload).root else { return nil }
        return root.member("id")?.text
    }
}

extension Client {
    /// The ids of events below a base, with repeats.
    func eventIDs(_ base: String = "geofence") -> [String] {
        messages.filter { $0.topic.hasPrefix("\(base)/event/") }.compactMap { FleetTrack.id(of: $0.payload) }
    }
}
