/// What the columns of a table are about, known from its header.
struct CSVColumns {
    /// By column; nil for one that is not read.
    let fields: [Field?]
    /// The column that names the device; nil where the file does.
    let device: Int?
    /// A column of dates, beside one with the time of day.
    let date: Int?

    /// Names of tables, on top of those that the payload format `auto` knows.
    private static let names = NameTable<Field>([
        (.time, ["datetime", "date_time", "date time", "utc", "isotst"]), (.altitude, ["height"]),
        (.speedKMH, ["speed_kmh", "speed_kph"]), (.speedMPS, ["speed_mps", "speed_ms"]),
        (.speedKnots, ["speed_knots", "speed_kn", "speed_kt"]), (.speedMPH, ["speed_mph"]),
    ])
    private static let common = NameTable<Field>.common

    /// The surest first: an `id` may also be that of the row.
    private static let deviceNames = [
        "device", "device_id", "deviceid", "uniqueid", "unique_id", "imei", "tracker", "vehicle", "tid", "id",
    ]

    /// Takes a header; nil where it hasn't what an entry needs: a time, and a place or a network.
    init?(_ header: CSVRow) {
        let titles = header.cells.indices.map { CSVTitle(header[$0]) }
        device = Self.deviceNames.lazy.compactMap { name in titles.firstIndex { $0.name == name } }.first
        date = titles.firstIndex { $0.name == "date" }
        var fields = titles.map(Self.field)
        if let device { fields[device] = nil }
        if let date, !fields.contains(.time) { fields[date] = .time }
        self.fields = fields
        guard !known.isDisjoint(with: [.time, .fixTime, .sendTime]), hasPlace || hasNetwork else {
            return nil
        }
    }

    private var known: Set<Field> { Set(fields.compactMap(\.self)) }
    private var hasNetwork: Bool { !known.isDisjoint(with: [.ssid, .bssid]) }
    private var hasPlace: Bool {
        known.contains(.pair) || known.isSuperset(of: [.latitude, .longitude])
            || known.isSuperset(of: [.latitudeE7, .longitudeE7]) || known.isSuperset(of: [.x, .y])
    }

    private static func field(_ title: CSVTitle) -> Field? {
        var name = title.name
        let field = name.withUTF8 { bytes in
            let bytes = UnsafeRawBufferPointer(bytes)
            return names[bytes] ?? common[bytes]
        }
        switch field {
        case .container, .kind, .connection, .coordinates, nil: return nil
        case .speed: return title.speedUnit
        case .accuracy, .altitude: return title.isInMetres ? field : nil
        default: return field
        }
    }
}
