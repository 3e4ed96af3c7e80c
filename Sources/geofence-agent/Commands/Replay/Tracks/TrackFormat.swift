/// How a track is written, known from the end of its file's name.
enum TrackFormat: Hashable, Sendable {
    case jsonLines
    case gpx
    case csv
    case nmea

    /// JSON lines where the name has no extension, as with standard input and pipes; nil for an extension
    /// that stands for no format.
    ///
    /// Upper and lower case are alike.
    init?(file: String) {
        switch TrackName(file).fileExtension.lowercased() {
        case "", "jsonl", "ndjson", "json": self = .jsonLines
        case "gpx": self = .gpx
        case "csv", "tsv": self = .csv
        case "nmea", "nma": self = .nmea
        default: return nil
        }
    }
}

/// A file's name in its two parts: `tracks/van-1.2026.gpx` is `van-1.2026` and `gpx`.
struct TrackName: Hashable {
    /// What the device is called in formats that have no name for it.
    let stem: String
    /// Without its dot; empty where there is none.
    let fileExtension: String

    init(_ file: String) {
        let name = file.split(separator: "/").last ?? ""
        if let dot = name.lastIndex(of: "."), dot > name.startIndex {
            stem = String(name[..<dot])
            fileExtension = String(name[name.index(after: dot)...])
        } else {
            stem = String(name)
            fileExtension = ""
        }
    }
}
