import GeofenceCore
import Logging

/// Zones of visits that were imported, or that were in the history before zones were wanted.
extension Agent {
    /// Learns zones from visits of a device's past, and publishes them; the device may be one that was never
    /// seen.
    ///
    /// An input like any other: it is journalled, so that a restart learns the same.
    mutating func learn(past visits: [Visit], of id: Identifier, at now: Timestamp) {
        guard engine.placeRules?.zones != nil, !visits.isEmpty else { return }
        perform(.past(visits, of: id))
        deliver(at: now)
    }
}

extension Agent {
    /// Learns the zones of one device whose imported visits are waiting for it; after the last the store has
    /// no more word of them.
    mutating func learnPast(at now: Timestamp) {
        guard mayLearnPast, let id = placeWork.pendingPastVisits.popLast() else { return }
        do throws(StoreFailure) {
            learn(past: try past.visits(id), of: id, at: now)
        } catch {
            port.remark(
                "\(error); zones are not learnt from the history's visits",
                of: id.description,
                isNotable: true
            )
        }
        if placeWork.pendingPastVisits.isEmpty { pending.isDue = true }
    }

    /// Whether there are imported visits to learn from, and room to publish it.
    var mayLearnPast: Bool {
        !placeWork.pendingPastVisits.isEmpty && engine.placeRules?.zones != nil && !port.outbox.isFull
    }
}

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
