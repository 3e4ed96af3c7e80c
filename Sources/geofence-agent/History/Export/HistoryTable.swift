import GeofenceCore

/// Rows of the past as lines for a person; columns have a width of their own, since rows come one by one.
enum HistoryTable {
    static func header(_ kind: HistoryKind) -> String {
        switch kind {
        case .positions: columns(["DEVICE", "TIME", "POSITION", "ACCURACY  SPEED"])
        case .networks: columns(["DEVICE", "TIME", "NETWORK", "ACCESS POINT"])
        case .events: columns(["DEVICE", "TIME", "EVENT", "FENCE"])
        case .visits: columns(["DEVICE", "ARRIVAL", "DEPARTURE", "POSITION", "ACCURACY"])
        }
    }

    private static let widths = [16, 24, 24, 24]

    private static func columns(_ cells: [String]) -> String {
        let padded = cells.lazy.map(\.printable).enumerated().map { column, cell in
            column < widths.count && column < cells.count - 1 ? cell.padded(to: widths[column]) : cell
        }
        return padded.joined(separator: "  ")
    }

    static func line(_ row: HistoryPosition, _ device: Identifier) -> String {
        let speed = row.speed.map { "\(HistoryNumber.text($0)) km/h" } ?? "-"
        let place = place(row.latitude, row.longitude)
        let accuracy = accuracy(row.accuracy).padded(to: 10)
        return columns([device.description, HistoryNumber.time(row.time), place, "\(accuracy)\(speed)"])
    }

    static func line(_ row: HistoryNetwork, _ device: Identifier) -> String {
        let name = row.report == .disconnected ? "none" : row.ssid ?? "-"
        return columns([device.description, HistoryNumber.time(row.time), name, row.bssid ?? "-"])
    }

    static func line(_ event: HistoryEvent) -> String {
        let text = HistoryEventText(event)
        return columns([
            event.device.description, HistoryNumber.time(event.time), text.text("event"), text.text("fence"),
        ])
    }

    static func line(_ visit: HistoryVisit) -> String {
        let departure = visit.departure.map(HistoryNumber.time) ?? "-"
        return columns([
            visit.device.description, HistoryNumber.time(visit.arrival), departure,
            place(visit.latitude, visit.longitude), accuracy(visit.accuracy),
        ])
    }

    private static func place(_ latitude: Int32, _ longitude: Int32) -> String {
        [latitude, longitude].map { JSONWriter.text(HistoryNumber.degrees($0)) }.joined(separator: ", ")
    }

    private static func accuracy(_ number: Int32?) -> String {
        number.map { "±\(HistoryNumber.text($0)) m" } ?? "-"
    }
}
