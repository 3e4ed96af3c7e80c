/// Reads the pieces of a track in some format.
protocol TrackPieceReader {
    /// Reads what is whole of a piece, and says how many bytes that is; the next piece begins behind these.
    ///
    /// Where the piece `isLast`, all of it is whole. Nil where there is no use in going on.
    mutating func read(
        _ piece: UnsafeRawBufferPointer,
        isLast: Bool,
        into intake: inout TrackImporter
    ) -> Int?
}

extension TrackFormat {
    /// The reader of a file, by its name; nil, and reported, where that stands for no format, or where the
    /// file begins like none.
    static func reader(_ start: [UInt8], _ intake: inout TrackImporter) -> (any TrackPieceReader)? {
        if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) {
            intake.report("is in UTF-16; save it in UTF-8")
            return nil
        }
        switch TrackFormat(file: intake.file) {
        case .jsonLines: return JSONLinesTrack()
        case .csv: return CSVTrack()
        case .gpx: return GPXTrack(&intake)
        case .nmea: return NMEATrack(&intake)
        case nil:
            intake.report("is of no known format; the name of a track ends in .jsonl, .gpx, .csv or .nmea")
            return nil
        }
    }
}
