import GeofenceCore

/// A row of a table as the values of a payload, so that both are read alike.
struct CSVEntry {
    let columns: CSVColumns
    let hasDecimalComma: Bool
    private var fields = Fields()
    /// What the values point into.
    private var text: [UInt8] = []

    /// Texts that say that there is no number.
    private static let noNumbers = NameTable<Void>([((), ["nan", "na", "n/a", "null", "none", "-"])])
    private static let null = NameTable<Void>([((), ["null"])])

    init(_ row: CSVRow, _ columns: CSVColumns, hasDecimalComma: Bool) {
        self.columns = columns
        self.hasDecimalComma = hasDecimalComma
        for (index, field) in columns.fields.enumerated() {
            guard let field, !row[index].isEmpty else { continue }
            fields[field] = value(field, row[index], row)
        }
    }

    /// What the row says, and when.
    ///
    /// - Throws: `missing`, `type`, `range`, `time`.
    func reading() throws(Rejection) -> (Reading, Timestamp) {
        let result = text.withUnsafeBytes { bytes in
            Result { () throws(Rejection) in
                try PayloadFields(PayloadCursor(bytes), fields).reading()
            }
        }
        let reading = try result.get()
        guard let time = reading.time else { throw .time }
        return (reading, time)
    }

    private mutating func value(_ field: Field, _ cell: ArraySlice<UInt8>, _ row: CSVRow) -> PayloadValue {
        switch field {
        case .ssid, .bssid, .pair: Self.isNull(cell) ? .absent : keep(cell)
        case .valid: ["false", "0", "no", "f", "v"].contains(Self.lowercase(cell)) ? Self.no : .absent
        case .time, .fixTime, .sendTime: moment(cell, row)
        default: number(cell) ?? keep(cell)
        }
    }

    private static let no = PayloadValue(.no, 0, 0)

    private mutating func keep(_ bytes: some Collection<UInt8>) -> PayloadValue {
        let start = text.count
        text.append(contentsOf: bytes)
        return PayloadValue(.text, start, text.count)
    }

    /// Nil for a text that says something else.
    private func number(_ cell: ArraySlice<UInt8>) -> PayloadValue? {
        cell.withUnsafeBytes { bytes in
            if Self.noNumbers[bytes] != nil { return .absent }
            return PlainNumber(bytes, decimalComma: hasDecimalComma).map {
                PayloadValue(.number, 0, 0, number: $0.value)
            }
        }
    }

    /// A number, or a date and time; the time of day goes behind the date of its row.
    private mutating func moment(_ cell: ArraySlice<UInt8>, _ row: CSVRow) -> PayloadValue {
        if let number = number(cell) { return number }
        let hasDate = (cell.firstIndex(of: UInt8(ascii: ":")) ?? cell.endIndex) - cell.startIndex > 2
        guard let date = columns.date, !hasDate else { return keep(cell.map(Self.iso)) }
        return keep(row[date].map(Self.iso) + [UInt8(ascii: "T")] + cell.map(Self.iso))
    }

    /// `2026/05/04 07:30:00,5` is `2026-05-04 07:30:00.5` in ISO 8601.
    private static func iso(_ byte: UInt8) -> UInt8 {
        switch byte {
        case UInt8(ascii: "/"): UInt8(ascii: "-")
        case UInt8(ascii: ","): UInt8(ascii: ".")
        default: byte
        }
    }

    private static func isNull(_ cell: ArraySlice<UInt8>) -> Bool { cell.withUnsafeBytes { null[$0] != nil } }

    private static func lowercase(_ cell: ArraySlice<UInt8>) -> String {
        String(decoding: cell, as: UTF8.self).lowercased()
    }
}
