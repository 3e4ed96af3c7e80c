import GeofenceCore

/// One line of a track: what a device observed.
struct TrackEntry: Hashable, Sendable {
    var device: Identifier
    var observation: Observation
}

/// A line of a track that can't be used.
struct TrackProblem: Hashable, Sendable, CustomStringConvertible {
    var file: String
    /// Counted from 1; 0 is the file as a whole.
    var line: Int
    var reason: String

    var description: String { line == 0 ? "\(file): \(reason)" : "\(file):\(line): \(reason)" }
}

/// Reads tracks in JSON lines: an object with `device`, `time` (or `tst`) and a position, a network, or both.
///
/// The members have the names that the payload format `auto` knows. A line that can't be used is told, and the others count.
struct TrackReader {
    private let decoder = PayloadDecoder(format: .auto, devicePointer: JSONPointer(steps: ["device"]))
    private(set) var problems: [TrackProblem] = []

    /// Reads a file, `-` for standard input; its lines keep their order.
    mutating func read(_ file: String) -> [TrackEntry] {
        do {
            return read(try FileContents(path: file == "-" ? "/dev/stdin" : file).bytes, file: file)
        } catch {
            problems.append(TrackProblem(file: file, line: 0, reason: "\(error)"))
            return []
        }
    }

    /// Reads the lines of a text.
    mutating func read(_ bytes: [UInt8], file: String) -> [TrackEntry] {
        var entries: [TrackEntry] = []
        bytes.withUnsafeBytes { bytes in
            var number = 0
            for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
                number += 1
                guard !line.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) else { continue }
                do throws(Rejection) {
                    entries.append(try entry(UnsafeRawBufferPointer(rebasing: line)))
                } catch {
                    problems.append(TrackProblem(file: file, line: number, reason: error.advice))
                }
            }
        }
        return entries
    }

    private func entry(_ line: UnsafeRawBufferPointer) throws(Rejection) -> TrackEntry {
        let reading = try decoder.decode(line)
        guard let device = reading.device else { throw .missing }
        guard let time = reading.time else { throw .time }
        return TrackEntry(
            device: device,
            observation: Observation(time: time, arrival: time, fix: reading.fix, wifi: reading.wifi)
        )
    }
}

extension Rejection {
    /// What is wrong with a line of a track, for a person.
    fileprivate var advice: String {
        switch self {
        case .empty, .json: "is no JSON; each line is one object"
        case .shape: "is no JSON object"
        case .type: "has a value of the wrong kind, or is an OwnTracks message that is no location"
        case .missing: "needs \"device\", and \"latitude\" and \"longitude\", or \"ssid\" or \"bssid\""
        case .range:
            "has a number beyond its range: latitude -90 to 90, longitude -180 to 180, accuracy from 0"
        case .size: "is longer than \(PayloadDecoder.maximumSize) bytes"
        case .id: "has a device that can't be part of a topic: 1 to 128 bytes without /, + and #"
        case .time: "needs \"time\" in ISO 8601, or \"tst\" in seconds since 1970, from the year 2000 on"
        case .topic, .inaccurate: rawValue
        }
    }
}
