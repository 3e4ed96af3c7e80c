import GeofenceCore

/// What is to be added to the past; what is there already stays as it is.
struct HistoryBatch {
    /// Positions, by device: rows that lie beside each other in the store come together.
    var positions: [(device: Identifier, rows: [HistoryPosition])] = []
    /// Networks, by device.
    var networks: [(device: Identifier, rows: [HistoryNetwork])] = []
    var events: [HistoryEvent] = []
    /// A visit that is there already is replaced: an import may bring the end that an earlier one left open.
    var visits: [HistoryVisit] = []
    /// What fences have become.
    var fences: [FenceVersion] = []

    /// Whether there is nothing to write.
    var isEmpty: Bool {
        positions.isEmpty && networks.isEmpty && events.isEmpty && visits.isEmpty && fences.isEmpty
    }
}
