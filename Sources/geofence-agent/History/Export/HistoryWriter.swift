import GeofenceCore

/// Writes rows of the past in one of the formats, piece by piece.
struct HistoryWriter {
    let format: HistoryFormat
    /// What is ready to be put out.
    private(set) var bytes: [UInt8] = []
    /// The device whose track is open, in GPX.
    private var current: Identifier?

    /// How a table says when.
    private let table: HistoryTable

    /// Times of a table are shown by `face`; other formats are in UTC.
    init(_ format: HistoryFormat, _ face: ClockFace = .utc, names: [Identifier: String] = [:]) {
        (self.format, table) = (format, HistoryTable(face, names: names))
    }

    /// Takes out what is ready.
    mutating func drain() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }

    /// What stands in front of the rows of a kind.
    mutating func begin(_ kind: HistoryKind) {
        switch format {
        case .gpx:
            add("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
            add(
                "<gpx version=\"1.1\" creator=\"geofence-agent\" xmlns=\"http://www.topografix.com/GPX/1/1\">\n"
            )
        case .csv: add(HistoryCSV.header(kind) + "\n")
        case .table: add(table.header(kind) + "\n")
        case .json: break
        }
    }

    /// What stands behind the positions of a device.
    mutating func endDevice() {
        if current != nil { add("</trkseg></trk>\n") }
        current = nil
    }

    /// What stands behind all.
    mutating func end() {
        if format == .gpx { add("</gpx>\n") }
    }

    mutating func add(_ row: HistoryPosition, _ device: Identifier) {
        switch format {
        case .gpx:
            if current == nil { add("<trk><name>\(XMLEscape.text(device.description))</name><trkseg>\n") }
            current = device
            add(HistoryGPX.point(row) + "\n")
        case .csv: add(HistoryCSV.line(row, device) + "\n")
        case .table: add(table.line(row, device) + "\n")
        case .json: bytes += HistoryJSON.line(row, device) + [0x0A]
        }
    }

    mutating func add(_ row: HistoryNetwork, _ device: Identifier) {
        switch format {
        case .csv: add(HistoryCSV.line(row, device) + "\n")
        case .table: add(table.line(row, device) + "\n")
        case .json, .gpx: bytes += HistoryJSON.line(row, device) + [0x0A]
        }
    }

    mutating func add(_ event: HistoryEvent) {
        switch format {
        case .csv: add(HistoryCSV.line(event) + "\n")
        case .table: add(table.line(event) + "\n")
        case .json, .gpx: bytes += event.payload + [0x0A]
        }
    }

    mutating func add(_ visit: HistoryVisit) {
        switch format {
        case .csv: add(HistoryCSV.line(visit) + "\n")
        case .table: add(table.line(visit) + "\n")
        case .json, .gpx: bytes += HistoryJSON.line(visit) + [0x0A]
        }
    }

    private mutating func add(_ text: String) { bytes += text.utf8 }
}

/// Numbers as the store keeps them, in their units.
enum HistoryNumber {
    static func degrees(_ number: Int32) -> Double { Double(number) / 1e7 }
    static func hundredths(_ number: Int32) -> Double { Double(number) / 100 }
    static func text(_ number: Int32?) -> String { number.map { JSONWriter.text(hundredths($0)) } ?? "" }
    static func time(_ milliseconds: Int64) -> String { Timestamp(milliseconds: milliseconds).iso8601 }
}
