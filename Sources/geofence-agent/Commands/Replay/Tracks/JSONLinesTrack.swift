import GeofenceCore

/// A track in JSON lines: objects with `device`, `time` (or `tst`) and a position, a network, or both.
///
/// The members have the names that the payload format `auto` knows.
struct JSONLinesTrack: TrackPieceReader {
    private let decoder = PayloadDecoder(format: .auto, devicePointer: JSONPointer(steps: ["device"]))

    private var lastLine = 0

    /// Reads the whole lines of a piece, and says how many bytes these are.
    mutating func read(
        _ piece: UnsafeRawBufferPointer,
        isLast: Bool,
        into intake: inout TrackImporter
    ) -> Int? {
        var lines = TrackLines(piece, after: lastLine, isLast: isLast)
        while let (number, line) = lines.next() {
            guard !line.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) else { continue }
            do throws(Rejection) {
                try read(line, number, into: &intake)
            } catch {
                intake.report(Self.advice(error), line: number)
            }
        }
        lastLine = lines.number
        return lines.start
    }

    private func read(
        _ line: UnsafeRawBufferPointer,
        _ number: Int,
        into intake: inout TrackImporter
    ) throws(Rejection) {
        let last = try decoder.decode(line)
        for earlier in last.earlier { try add(earlier, last.device, number, to: &intake) }
        try add(last, last.device, number, to: &intake)
    }

    private func add(
        _ reading: Reading,
        _ device: Identifier?,
        _ number: Int,
        to intake: inout TrackImporter
    ) throws(Rejection) {
        guard let device = reading.device ?? device else { throw .missing }
        guard let time = reading.time else { throw .time }
        try intake.add(reading, device: device, at: time, line: number)
    }

    /// What is wrong with a line, for a person.
    private static func advice(_ rejection: Rejection) -> String {
        switch rejection {
        case .empty, .json: "is no JSON; each line is one object"
        case .shape: "is no JSON object"
        case .type: "has a value of the wrong kind"
        case .unrelated:
            "says nothing of where a device is; it needs \"latitude\" and \"longitude\", or \"ssid\" or \"bssid\""
        case .locked, .forged: "is encrypted"
        case .missing: "needs \"device\", and \"latitude\" and \"longitude\", or \"ssid\" or \"bssid\""
        case .range:
            "has a number beyond its range: latitude -90 to 90, longitude -180 to 180, accuracy from 0"
        case .size: "is longer than \(PayloadDecoder.maximumSize) bytes"
        case .id: "has a device that can't be part of a topic: 1 to 128 bytes without /, + and #"
        case .time: "needs \"time\" in ISO 8601, or \"tst\" in seconds since 1970, from the year 2000 on"
        case .topic, .inaccurate, .implausible, .limited, .plain, .ambiguous: rejection.rawValue
        }
    }
}
