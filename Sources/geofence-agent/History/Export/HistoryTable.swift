import GeofenceCore

/// Rows of the past as lines for a person; columns have a width of their own, since rows come one by one.
struct HistoryTable {
    private let face: ClockFace
    /// The names that devices have for people; where there are any, they have a column.
    private let names: [Identifier: String]

    init(_ face: ClockFace, names: [Identifier: String] = [:]) { (self.face, self.names) = (face, names) }

    func header(_ kind: HistoryKind) -> String {
        switch kind {
        case .positions: columns(["DEVICE", face.title("TIME"), "POSITION", "ACCURACY", "SPEED"])
        case .networks: columns(["DEVICE", face.title("TIME"), "NETWORK", "ACCESS POINT"])
        case .events: columns(["DEVICE", face.title("TIME"), "EVENT", "FENCE", "NAME"])
        case .visits:
            columns([
                "DEVICE", face.title("ARRIVAL"), "DEPARTURE", "STAYED", "POSITION", "ACCURACY",
            ])
        }
    }

    private func columns(_ cells: [String]) -> String { columns(cells, name: "NAME") }

    private func columns(_ device: Identifier, _ cells: [String]) -> String {
        columns([device.description] + cells, name: names[device] ?? "-")
    }

    /// Cells as a line, the name behind the device; a time is as wide as its title.
    private func columns(_ cells: [String], name: String) -> String {
        let time = max(face.text(Timestamp(milliseconds: 0)).columns, face.title("ARRIVAL").columns)
        var (cells, widths) = (cells, [16, time, 24, 12, 24])
        if !names.isEmpty {
            cells.insert(name, at: 1)
            widths.insert(Self.nameWidth, at: 1)
        }
        return TextTable.line(cells.map(\.printable), widths)
    }

    private static let nameWidth = 16

    func line(_ row: HistoryPosition, _ device: Identifier) -> String {
        let speed = row.speed.map { Figures.speed(HistoryNumber.hundredths($0)) } ?? "-"
        return columns(
            device,
            [
                face.text(row.moment), place(row.latitude, row.longitude),
                accuracy(row.accuracy), speed,
            ]
        )
    }

    func line(_ row: HistoryNetwork, _ device: Identifier) -> String {
        let name = row.report == .disconnected ? "none" : row.ssid ?? "-"
        return columns(device, [face.text(row.moment), name, row.bssid ?? "-"])
    }

    func line(_ event: HistoryEvent) -> String {
        let text = HistoryEventText(event)
        let fence = text.text("fence").isEmpty ? text.text("group") : text.text("fence")
        let name = text.text("name")
        return columns(
            event.device,
            [
                face.text(Timestamp(milliseconds: event.time)), text.text("event"),
                fence, name == fence ? "" : name,
            ]
        )
    }

    func line(_ visit: HistoryVisit) -> String {
        let departure = visit.departure.map { face.text(Timestamp(milliseconds: $0)) } ?? "-"
        let stayed = visit.departure.map { Figures.duration(milliseconds: $0 &- visit.arrival) } ?? "-"
        return columns(
            visit.device,
            [
                face.text(Timestamp(milliseconds: visit.arrival)), departure, stayed,
                place(visit.latitude, visit.longitude), accuracy(visit.accuracy),
            ]
        )
    }

    private func place(_ latitude: Int32, _ longitude: Int32) -> String {
        Figures.place(HistoryNumber.degrees(latitude), HistoryNumber.degrees(longitude))
    }

    private func accuracy(_ number: Int32?) -> String {
        number.map { Figures.accuracy(HistoryNumber.hundredths($0)) } ?? "-"
    }
}
