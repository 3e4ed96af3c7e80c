extension DeviceState {
    /// The layout of the bytes; a reader refuses any that is not this, or one of the others, above it.
    private static let layout: UInt8 = 1
    /// Added to it where the fences that are assigned to the device follow.
    private static let assignmentsBit: UInt8 = 1
    /// Added to it where the device reports its speed.
    private static let speedBit: UInt8 = 2
    /// Added to it where the time of a place that a person has set follows.
    private static let handBit: UInt8 = 4

    /// Writes all that is kept; fences by their ids, so that the bytes outlive a change of the table.
    func write(to writer: inout ByteWriter, _ fences: borrowing FenceTable) {
        let bits =
            (assignments.isEmpty ? 0 : Self.assignmentsBit) | (reportsSpeed ? Self.speedBit : 0)
            | (placedByHand == nil ? 0 : Self.handBit)
        writer.byte(Self.layout + bits)
        writer.text(id.description)
        writer.optional(fix) { writer, fix in
            writer.timestamp(fix.time)
            fix.value.write(to: &writer)
        }
        writeEarlier(to: &writer, fences)
        writeRest(to: &writer, fences)
        writer.optional(firstFix) { $0.timestamp($1) }
        fixOrder.write(to: &writer) { $1.write(to: &$0) }
        if let placedByHand { writer.timestamp(placedByHand) }
        writer.optional(wifi) { writer, wifi in
            writer.timestamp(wifi.time)
            wifi.value.write(to: &writer)
        }
        writer.optional(firstWiFi) { $0.timestamp($1) }
        wifiOrder.write(to: &writer) { $1.write(to: &$0) }
        writer.integer(lag)
        writeStream(to: &writer, fences)
        // Without a list in between: a checkpoint writes very many devices.
        writer.count(UInt64(pairs.count { fences[$0.fence] != nil }))
        for pair in pairs {
            guard let entry = fences[pair.fence] else { continue }
            writer.text(entry.fence.id.description)
            pair.write(to: &writer)
        }
        writer.list(retired.sorted { $0.key < $1.key }) { writer, entry in
            writer.text(entry.key.description)
            entry.value.write(to: &writer)
        }
        guard !assignments.isEmpty else { return }
        writer.list(assignments.compactMap { fences[$0]?.fence.id }) { $0.text($1.description) }
    }

    /// Reads a device back; records of fences that the table doesn't hold are left out.
    init(from reader: inout ByteReader, _ fences: inout FenceTable) throws(DamagedBytes) {
        let bits = try reader.byte() &- Self.layout
        guard bits <= Self.assignmentsBit | Self.speedBit | Self.handBit else { throw reader.damaged }
        self.init(id: try reader.identifier())
        reportsSpeed = bits & Self.speedBit != 0
        fix = try reader.optional { reader throws(DamagedBytes) in
            Stamped(time: try reader.timestamp(), value: try Fix(from: &reader))
        }
        try readEarlier(from: &reader, fences)
        try readRest(from: &reader, fences)
        firstFix = try reader.optional { reader throws(DamagedBytes) in try reader.timestamp() }
        let order = try ArrivalOrder(from: &reader) { reader throws(DamagedBytes) in
            try Coordinate(from: &reader)
        }
        guard fix == nil || fix?.time == order.last else { throw reader.damaged }
        fixOrder = order
        if bits & Self.handBit != 0 { placedByHand = try reader.timestamp() }
        wifi = try reader.optional { reader throws(DamagedBytes) in
            Stamped(time: try reader.timestamp(), value: try WiFiReport(from: &reader))
        }
        firstWiFi = try reader.optional { reader throws(DamagedBytes) in try reader.timestamp() }
        wifiOrder = try ArrivalOrder(from: &reader) { reader throws(DamagedBytes) in
            try WiFiReport(from: &reader)
        }
        lag = try reader.integer()
        guard lag.magnitude <= Timestamp.storedLimit.magnitude else { throw reader.damaged }
        try readStream(from: &reader, &fences)
        let known = try reader.list { reader throws(DamagedBytes) in
            let id = try reader.identifier()
            return try FenceMembership(from: &reader, fence: fences.slot(of: id) ?? -1)
        }
        pairs = PairRecords(known.filter { $0.fence >= 0 }.sorted { $0.fence < $1.fence })
        active = pairs.filter(\.isActive).map(\.fence)
        let retired = try reader.list { reader throws(DamagedBytes) in
            (try reader.identifier(), try FenceMembership(from: &reader, fence: -1))
        }
        self.retired = Dictionary(retired) { first, _ in first }
        guard bits & Self.assignmentsBit != 0 else { return }
        let assigned = try reader.list { reader throws(DamagedBytes) in
            fences.slot(of: try reader.identifier()) ?? -1
        }
        assignments = Set(assigned.filter { fences[$0]?.fence.isAssigned == true }).sorted()
    }
}

extension FenceMembership {
    func write(to writer: inout ByteWriter) {
        writer.byte(status.rawValue)
        writer.byte(via.rawValue)
        writer.byte(pendingVia.rawValue)
        writer.flag(hasBeenInside)
        writer.flag(awaitsSecondFix)
        writer.count(UInt64(sequence))
        writer.timestamp(since)
        writer.timestamp(visit)
        writer.timestamp(lastTransition)
        writer.optional(pendingSince) { $0.timestamp($1) }
        writer.integer(lastDwell)
        writer.optional(nextChange) { $0.timestamp($1) }
        writer.count(UInt64(speedings))
        writer.optional(speeding) { $1.write(to: &$0) }
    }

    init(from reader: inout ByteReader, fence: Int32) throws(DamagedBytes) {
        guard let status = Status(rawValue: try reader.byte()) else { throw reader.damaged }
        self.init(fence: fence, status: status)
        via = try Via(from: &reader)
        pendingVia = try Via(from: &reader)
        hasBeenInside = try reader.flag()
        awaitsSecondFix = try reader.flag()
        guard let sequence = UInt32(exactly: try reader.count()) else { throw reader.damaged }
        self.sequence = sequence
        since = try reader.timestamp()
        visit = try reader.timestamp()
        lastTransition = try reader.timestamp()
        pendingSince = try reader.optional { reader throws(DamagedBytes) in try reader.timestamp() }
        lastDwell = try reader.integer()
        nextChange = try reader.optional { reader throws(DamagedBytes) in try reader.timestamp() }
        guard let speedings = UInt32(exactly: try reader.count()) else { throw reader.damaged }
        self.speedings = speedings
        speeding = try reader.optional { reader throws(DamagedBytes) in try Speeding(from: &reader) }
    }
}

extension FenceMembership.Speeding {
    fileprivate func write(to writer: inout ByteWriter) {
        writer.timestamp(since)
        writer.flag(isReported)
        writer.double(top)
        writer.double(limit)
    }

    fileprivate init(from reader: inout ByteReader) throws(DamagedBytes) {
        let (since, isReported) = (try reader.timestamp(), try reader.flag())
        self.init(
            since: since,
            top: try reader.double(),
            limit: try reader.double(),
            isReported: isReported
        )
    }
}

extension Via {
    fileprivate init(from reader: inout ByteReader) throws(DamagedBytes) {
        self.init(rawValue: try reader.byte())
        guard Via([.region, .wifi]).isSuperset(of: self) else { throw reader.damaged }
    }
}

extension ArrivalOrder {
    func write(to writer: inout ByteWriter, _ write: (inout ByteWriter, Value) -> Void) {
        writer.optional(last) { $0.timestamp($1) }
        writer.list(values, write)
    }

    init(
        from reader: inout ByteReader,
        _ read: (inout ByteReader) throws(DamagedBytes) -> Value
    ) throws(DamagedBytes) {
        let last = try reader.optional { reader throws(DamagedBytes) in try reader.timestamp() }
        let values = try reader.list(read)
        guard last != nil || values.isEmpty else { throw reader.damaged }
        self.init(last: last, values: values)
    }
}
