import GeofenceCore

extension Visit {
    /// A visit of the history; nil where it has not ended.
    init?(_ past: HistoryVisit) {
        guard let departure = past.departure,
            let center = try? Coordinate(
                latitude: Double(past.latitude) / 1e7,
                longitude: Double(past.longitude) / 1e7
            )
        else { return nil }
        let end = Timestamp(milliseconds: departure)
        self.init(
            arrival: Timestamp(milliseconds: past.arrival),
            departure: end,
            lastInside: end,
            center: center,
            accuracy: past.accuracy.map { Double($0) / 100 },
            fixes: past.positions
        )
    }

    func writeEnded(to writer: inout ByteWriter) {
        writer.timestamp(arrival)
        writer.timestamp(lastInside)
        writer.double(center.latitude)
        writer.double(center.longitude)
        writer.optional(accuracy) { $0.double($1) }
        writer.count(UInt64(max(0, fixes)))
    }

    init(ended reader: inout ByteReader) throws(DamagedBytes) {
        let (arrival, end) = (try reader.timestamp(), try reader.timestamp())
        let (latitude, longitude) = (try reader.double(), try reader.double())
        let accuracy = try reader.optional { reader throws(DamagedBytes) in try reader.double() }
        let fixes = Int(clamping: try reader.count())
        guard let center = try? Coordinate(latitude: latitude, longitude: longitude) else {
            throw reader.damaged
        }
        self.init(
            arrival: arrival,
            departure: end,
            lastInside: end,
            center: center,
            accuracy: accuracy,
            fixes: fixes
        )
    }
}
