extension Schedule {
    /// Writes this schedule for the store, with the time zones it rests on, each once.
    public func write(to writer: inout ByteWriter) {
        var zones: [TimeZoneTable: Int] = [:]
        var tables: [TimeZoneTable] = []
        for window in windows where zones[window.timeZone] == nil {
            zones[window.timeZone] = tables.count
            tables.append(window.timeZone)
        }
        writer.list(tables) { $1.write(to: &$0) }
        writer.list(windows) { writer, window in
            window.write(to: &writer, zone: zones[window.timeZone] ?? 0)
        }
        writer.optional(expires) { $0.timestamp($1) }
    }

    /// Reads a schedule back.
    public init(from reader: inout ByteReader) throws(DamagedBytes) {
        let tables = try reader.list { reader throws(DamagedBytes) in try TimeZoneTable(from: &reader) }
        let windows = try reader.list { reader throws(DamagedBytes) in
            try WeeklyWindow(from: &reader, zones: tables)
        }
        let expires = try reader.optional { reader throws(DamagedBytes) in try reader.timestamp() }
        self.init(windows: windows, expires: expires)
    }
}

extension WeeklyWindow {
    fileprivate func write(to writer: inout ByteWriter, zone: Int) {
        writer.byte(days.rawValue)
        writer.count(UInt64(from))
        writer.count(UInt64(to))
        writer.count(UInt64(zone))
    }

    fileprivate init(from reader: inout ByteReader, zones: [TimeZoneTable]) throws(DamagedBytes) {
        let days = Weekdays(rawValue: try reader.byte())
        guard Weekdays.all.isSuperset(of: days) else { throw reader.damaged }
        let (from, to, zone) = (try reader.small(), try reader.small(), try reader.small())
        guard zones.indices.contains(zone) else { throw reader.damaged }
        do {
            try self.init(days: days, from: from, to: to, timeZone: zones[zone])
        } catch {
            throw reader.damaged
        }
    }
}

extension TimeZoneTable {
    /// Writes the changes as seconds since the one before; the first since 1970.
    func write(to writer: inout ByteWriter) {
        writer.text(name)
        writer.integer(Int64(firstOffset))
        var last: Int64 = 0
        writer.list(changes) { writer, change in
            writer.integer(change.second - last)
            writer.integer(Int64(change.offset))
            last = change.second
        }
    }

    init(from reader: inout ByteReader) throws(DamagedBytes) {
        let name = try reader.text()
        let firstOffset = Int(try reader.integer())
        var last: Int64 = 0
        let changes = try reader.list { reader throws(DamagedBytes) in
            let (second, overflow) = last.addingReportingOverflow(try reader.integer())
            guard !overflow, let from = Timestamp(wholeSeconds: second) else { throw reader.damaged }
            last = second
            return Change(from: from, offset: Int(try reader.integer()))
        }
        do {
            try self.init(name: name, firstOffset: firstOffset, changes: changes)
        } catch {
            throw reader.damaged
        }
    }
}

extension ByteReader {
    /// Reads a whole number from 0 up that is far below `Int.max`.
    fileprivate mutating func small() throws(DamagedBytes) -> Int {
        let value = try count()
        guard value <= UInt64(UInt32.max) else { throw damaged }
        return Int(value)
    }
}
