extension PlaceRules {
    /// Writes these rules for the store.
    public func write(to writer: inout ByteWriter) {
        for number in [
            visits.radius, visits.minDuration, visits.leaveAfter, visits.maxGap, visits.maxAccuracy,
        ] { writer.double(number) }
        writer.optional(zones) { $1.write(to: &$0) }
        writer.text(timeZone.name)
        writer.integer(Int64(timeZone.firstOffset))
        writer.list(timeZone.changes) { writer, change in
            writer.timestamp(change.from)
            writer.integer(Int64(change.offset))
        }
        writer.optional(keepFor) { $0.double($1) }
    }

    /// Reads rules back.
    public init(from reader: inout ByteReader) throws(DamagedBytes) {
        self.init()
        visits = try VisitRules(from: &reader)
        zones = try reader.optional { reader throws(DamagedBytes) in try ZoneRules(from: &reader) }
        let (name, first) = (try reader.text(), Int(truncatingIfNeeded: try reader.integer()))
        let changes = try reader.list { reader throws(DamagedBytes) in
            TimeZoneTable.Change(
                from: try reader.timestamp(),
                offset: Int(truncatingIfNeeded: try reader.integer())
            )
        }
        do {
            timeZone = try TimeZoneTable(name: name, firstOffset: first, changes: changes)
        } catch { throw reader.damaged }
        keepFor = try reader.optional { reader throws(DamagedBytes) in try reader.double() }
        guard keepFor ?? 1 > 0 else { throw reader.damaged }
    }
}

extension VisitRules {
    fileprivate init(from reader: inout ByteReader) throws(DamagedBytes) {
        let (radius, minDuration) = (try reader.double(), try reader.double())
        let (leaveAfter, maxGap, maxAccuracy) = (
            try reader.double(), try reader.double(), try reader.double()
        )
        do {
            try self.init(
                radius: radius,
                minDuration: minDuration,
                leaveAfter: leaveAfter,
                maxGap: maxGap,
                maxAccuracy: maxAccuracy
            )
        } catch { throw reader.damaged }
    }
}

extension ZoneRules {
    fileprivate func write(to writer: inout ByteWriter) {
        for number in [gate, floor, ceiling, accuracyFactor, mergeWithin, minMass] { writer.double(number) }
        writer.integer(Int64(minAge))
        writer.integer(Int64(capacity))
    }

    fileprivate init(from reader: inout ByteReader) throws(DamagedBytes) {
        self.init()
        (gate, floor, ceiling) = (try reader.double(), try reader.double(), try reader.double())
        (accuracyFactor, mergeWithin) = (try reader.double(), try reader.double())
        minMass = try reader.double()
        minAge = Int(truncatingIfNeeded: try reader.integer())
        capacity = Int(truncatingIfNeeded: try reader.integer())
        guard problem == nil else { throw reader.damaged }
    }
}
