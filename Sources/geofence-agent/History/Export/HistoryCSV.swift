import GeofenceCore

/// Rows of the past as lines of a table; positions under titles that `replay` knows.
enum HistoryCSV {
    static func header(_ kind: HistoryKind) -> String {
        switch kind {
        case .positions: "device,time,latitude,longitude,accuracy,altitude,speed (km/h)"
        case .networks: "device,time,ssid,bssid"
        case .events: "device,time,event,fence,name,cause,latitude,longitude,accuracy,duration,id"
        case .visits: "device,arrival,departure,latitude,longitude,accuracy,positions"
        }
    }

    static func line(_ row: HistoryPosition, _ device: Identifier) -> String {
        let rest = [row.accuracy, row.altitude, row.speed].map(HistoryNumber.text)
        return
            ([CSVCell.text(device.description), HistoryNumber.time(row.time)]
            + place(row.latitude, row.longitude) + rest)
            .joined(separator: ",")
    }

    static func line(_ row: HistoryNetwork, _ device: Identifier) -> String {
        let ssid = row.report == .disconnected ? "none" : row.ssid ?? ""
        return [
            CSVCell.text(device.description), HistoryNumber.time(row.time), CSVCell.text(ssid),
            CSVCell.text(row.bssid ?? ""),
        ]
        .joined(separator: ",")
    }

    static func line(_ visit: HistoryVisit) -> String {
        let times = [HistoryNumber.time(visit.arrival), visit.departure.map(HistoryNumber.time) ?? ""]
        let rest = [HistoryNumber.text(visit.accuracy), "\(visit.positions)"]
        return
            ([CSVCell.text(visit.device.description)] + times + place(visit.latitude, visit.longitude)
            + rest)
            .joined(separator: ",")
    }

    static func line(_ event: HistoryEvent) -> String {
        let text = HistoryEventText(event)
        let texts = ["event", "fence", "name", "cause"].map(text.text)
        let numbers = ["latitude", "longitude", "accuracy", "duration"].map(text.number)
        let start = [CSVCell.text(event.device.description), HistoryNumber.time(event.time)]
        return (start + texts.map(CSVCell.text) + numbers + [CSVCell.text(event.id)]).joined(separator: ",")
    }

    private static func place(_ latitude: Int32, _ longitude: Int32) -> [String] {
        [latitude, longitude].map { JSONWriter.text(HistoryNumber.degrees($0)) }
    }
}

/// What an event said, by the names of its JSON.
struct HistoryEventText {
    private let node: JSONNode?

    init(_ event: HistoryEvent) {
        node = try? JSONDocument.parse(String(decoding: event.payload, as: UTF8.self)).root
    }

    /// A text; empty where there is none.
    ///
    /// A group's name stands for the fence's.
    func text(_ key: String) -> String {
        let other = key == "fence" ? node?.member("group")?.text : nil
        return node?.member(key)?.text ?? other ?? ""
    }

    /// A number as text; empty where there is none.
    func number(_ key: String) -> String {
        guard let number = node?.number(of: key) else { return "" }
        return JSONWriter.text(number)
    }
}
