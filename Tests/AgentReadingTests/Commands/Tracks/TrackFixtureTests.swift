import Foundation
import GeofenceCore
import Testing

@testable import geofence_agent

/// Each file in `Tests/Fixtures/Tracks/in` is read to what `out` has under its name.
@Suite struct TrackFixtureTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Fixtures/Tracks").standardizedFileURL.path

    private static let names =
        (try? FileManager.default.contentsOfDirectory(atPath: folder + "/in").sorted()) ?? []

    /// Entries, one a line, and after them the problems.
    private static func told(_ entries: [TrackEntry], _ problems: [TrackProblem]) -> String {
        (entries.map(TrackLine.of) + problems.map { "! \($0)" }).map { $0 + "\n" }.joined()
    }

    @Test(arguments: names)
    func `reads a track to what is expected`(_ name: String) throws {
        let bytes = try FileContents(path: Self.folder + "/in/" + name).bytes
        var reader = TrackReader()
        let entries = reader.read(bytes, file: name)
        let expected = try FileContents(path: Self.folder + "/out/" + name).bytes
        #expect(Self.told(entries, reader.problems) == String(decoding: expected, as: UTF8.self))
    }

    @Test func `has a result for every track, and a track for every result`() throws {
        #expect(Self.names.count >= 25)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: Self.folder + "/out").sorted() == Self.names
        )
    }
}

/// An entry as one line of text.
enum TrackLine {
    static func of(_ entry: TrackEntry) -> String {
        let (observation, fix) = (entry.observation, entry.observation.fix)
        var words = ["\(entry.device)", observation.time.iso8601]
        if observation.arrival != observation.time { words.append("arrived " + observation.arrival.iso8601) }
        if let fix {
            words.append("at \(fix.coordinate.latitude) \(fix.coordinate.longitude)")
            if let accuracy = fix.accuracy { words.append("±\(accuracy) m") }
            if let altitude = fix.altitude { words.append("\(altitude) m high") }
            if let speed = fix.speed { words.append("\(speed) km/h") }
        }
        switch observation.wifi {
        case .connected(let ssid, let bssid): words.append("on \(ssid ?? "?") \(bssid ?? "?")")
        case .disconnected: words.append("on no network")
        case nil: break
        }
        return words.joined(separator: ", ")
    }
}
