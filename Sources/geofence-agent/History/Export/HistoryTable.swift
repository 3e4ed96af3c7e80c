import GeofenceCore

/// Rows of the past as lines for a person; columns have a width of their own, since rows come one by one.
struct HistoryTable {
    /// The names that devices have for people; where there are any, they have a column.
    var names: [Identifier: String] = [:]

    func header(_ kind: HistoryKind) -> String {
        switch kind {
        case .positions: columns(["DEVICE", "TIME", "POSITION", "ACCURACY  SPEED"])
        case .networks: columns(["DEVICE", "TIME", "NETWORK", "ACCESS POINT"])
        case .events: columns(["DEVICE", "TIME", "EVENT", "FENCE"])
        case .visits: columns(["DEVICE", "ARRIVAL", "DEPARTURE", "POSITION", "ACCURACY"])
        }
    }

    private static let widths = [16, 24, 24, 24]
    private static let nameWidth = 16

    private func columns(_ cells: [String]) -> String { columns(cells, name: "NAME") }

    private func columns(_ device: Identifier, _ cells: [String]) -> String {
        columns([device.description] + cells, name: names[device] ?? "-")
    }

    /// Cells as a line, the name behind the device.
    private func columns(_ cells: [String], name: String) -> String {
        var (cells, widths) = (cells, Self.widths)
        if !names.isEmpty {
            cells.insert(name, at: 1)
            widths.insert(Self.nameWidth, at: 1)
        }
        let padded = cells.lazy.map(\.printable).enumerated().map { column, cell in
            column < widths.count && column < cells.count - 1 ? cell.padded(to: widths[column]) : cell
        }
        return padded.joined(separator: "  ")
    }

    func line(_ row: HistoryPosition, _ device: Identifier) -> String {
        let speed = row.speed.map { "\(HistoryNumber.text($0)) km/h" } ?? "-"
        let place = Self.place(row.latitude, row.longitude)
        let accuracy = Self.accuracy(row.accuracy).padded(to: 10)
        return columns(device, [HistoryNumber.time(row.time), place, "\(accuracy)\(speed)"])
    }

    func line(_ row: HistoryNetwork, _ device: Identifier) -> String {
        let name = row.report == .disconnected ? "none" : row.ssid ?? "-"
        return columns(device, [HistoryNumber.time(row.time), name, row.bssid ?? "-"])
    }

    func line(_ event: HistoryEvent) -> String {
        let text = HistoryEventText(event)
        return columns(
            event.device,
            [HistoryNumber.time(event.time), text.text("event"), text.text("fence")]
        )
    }

    func line(_ visit: HistoryVisit) -> String {
        let departure = visit.departure.map(HistoryNumber.time) ?? "-"
        return columns(
            visit.device,
            [
                HistoryNumber.time(visit.arrival), departure,
                Self.place(visit.latitude, visit.longitude), Self.accuracy(visit.accuracy),
            ]
        )
    }

    private static func place(_ latitude: Int32, _ longitude: Int32) -> String {
        [latitude, longitude].map { JSONWriter.text(HistoryNumber.degrees($0)) }.joined(separator: ", ")
    }

    private static func accuracy(_ number: Int32?) -> String {
        number.map { "±\(HistoryNumber.text($0)) m" } ?? "-"
    }
}
