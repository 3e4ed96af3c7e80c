import GeofenceCore

extension StreamedReport {
    /// Writes this report for the store.
    func write(to writer: inout ByteWriter) {
        writer.optional(latitude) { $1.write(to: &$0) }
        writer.optional(longitude) { $1.write(to: &$0) }
        writer.optional(accuracy) { $1.write(to: &$0) }
        writer.optional(updated) { $0.timestamp($1) }
        writer.optional(lastLongitude) { $0.timestamp($1) }
        writer.optional(lastAddress) { $0.timestamp($1) }
        writer.optional(waiting) { $1.write(to: &$0) }
        writer.byte(habit.rawValue)
        writer.flag(longitudeLeads)
    }

    /// Reads a report back.
    init(from reader: inout ByteReader) throws(DamagedBytes) {
        latitude = try reader.optional { reader throws(DamagedBytes) in try Part(from: &reader) }
        longitude = try reader.optional { reader throws(DamagedBytes) in try Part(from: &reader) }
        accuracy = try reader.optional { reader throws(DamagedBytes) in try Part(from: &reader) }
        updated = try reader.optional { reader throws(DamagedBytes) in try reader.timestamp() }
        lastLongitude = try reader.optional { reader throws(DamagedBytes) in try reader.timestamp() }
        lastAddress = try reader.optional { reader throws(DamagedBytes) in try reader.timestamp() }
        waiting = try reader.optional { reader throws(DamagedBytes) in try Observation(from: &reader) }
        guard let habit = Habit(rawValue: try reader.byte()) else { throw reader.damaged }
        self.habit = habit
        longitudeLeads = try reader.flag()
    }
}

extension StreamedReport.Part {
    fileprivate func write(to writer: inout ByteWriter) {
        writer.double(value)
        writer.timestamp(arrival)
    }

    fileprivate init(from reader: inout ByteReader) throws(DamagedBytes) {
        self.init(value: try reader.double(), arrival: try reader.timestamp())
    }
}

extension StreamedReports.Key {
    /// Writes this key for the store.
    func write(to writer: inout ByteWriter) {
        writer.text(filter)
        writer.text(device.description)
    }

    /// Reads a key back.
    init(from reader: inout ByteReader) throws(DamagedBytes) {
        self.init(filter: try reader.text(), device: try reader.identifier())
    }
}

extension StreamedReports {
    /// All of them for a checkpoint, in the order of the devices.
    var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.list(all.sorted { ($0.key.device, $0.key.filter) < ($1.key.device, $1.key.filter) }) {
            $1.key.write(to: &$0)
            $1.value.write(to: &$0)
        }
        return writer.bytes
    }

    /// Takes up what a checkpoint holds.
    mutating func restore(_ bytes: [UInt8]) throws(DamagedBytes) {
        var reader = ByteReader(bytes)
        let entries = try reader.list { reader throws(DamagedBytes) in
            (try Key(from: &reader), try StreamedReport(from: &reader))
        }
        for (key, report) in entries { self[key] = report }
        isNew = false
    }
}
