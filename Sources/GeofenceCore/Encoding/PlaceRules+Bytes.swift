extension PlaceRules {
    /// Writes these rules for the store.
    public func write(to writer: inout ByteWriter) {
        for number in [
            visits.radius, visits.minDuration, visits.leaveAfter, visits.maxGap, visits.maxAccuracy,
        ] { writer.double(number) }
        writer.optional(zones) { $1.write(to: &$0) }
        timeZone.write(to: &writer)
        writer.optional(keepFor) { $0.double($1) }
        writer.list(timeZones) { writer, entry in
            writer.list(entry.devices) { $0.text($1.description) }
            entry.timeZone.write(to: &writer)
        }
    }

    /// Reads rules back.
    public init(from reader: inout ByteReader) throws(DamagedBytes) {
        self.init()
        visits = try VisitRules(from: &reader)
        zones = try reader.optional { reader throws(DamagedBytes) in try ZoneRules(from: &reader) }
        timeZone = try TimeZoneTable(from: &reader)
        keepFor = try reader.optional { reader throws(DamagedBytes) in try reader.double() }
        guard keepFor ?? 1 > 0 else { throw reader.damaged }
        timeZones = try reader.list { reader throws(DamagedBytes) in
            DeviceTimeZone(
                devices: try reader.list { reader throws(DamagedBytes) in try DevicePattern(from: &reader) },
                timeZone: try TimeZoneTable(from: &reader)
            )
        }
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
