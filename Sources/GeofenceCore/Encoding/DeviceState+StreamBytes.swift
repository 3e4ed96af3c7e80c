/// What is kept of a device's messages as such, and of its groups.
extension DeviceState {
    func writeStream(to writer: inout ByteWriter, _ fences: borrowing FenceTable) {
        writer.optional(suspect) { writer, suspect in
            writer.timestamp(suspect.time)
            suspect.value.write(to: &writer)
        }
        writer.optional(heard) { $0.timestamp($1) }
        writer.integer(silence)
        writer.list(groups) { writer, group in
            writer.text(fences.groups[group.group].description)
            group.write(to: &writer)
        }
        writer.list(held) { $1.write(to: &$0) }
        writer.optional(lateUntil) { $0.timestamp($1) }
    }

    /// Groups that the table doesn't know are made known: events of one that comes back go on in number.
    mutating func readStream(from reader: inout ByteReader, _ fences: inout FenceTable) throws(DamagedBytes) {
        suspect = try reader.optional { reader throws(DamagedBytes) in
            Stamped(time: try reader.timestamp(), value: try Fix(from: &reader))
        }
        heard = try reader.optional { reader throws(DamagedBytes) in try reader.timestamp() }
        silence = try reader.integer()
        guard silence >= 0 else { throw reader.damaged }
        let groups = try reader.list { reader throws(DamagedBytes) in
            let name = try reader.identifier()
            return try GroupState(from: &reader, group: fences.number(ofGroup: name))
        }
        for group in groups { setGroup(group) }
        let held = try reader.list { reader throws(DamagedBytes) in try Observation(from: &reader) }
        self.held = held.sorted { $0.time < $1.time }
        lateUntil = try reader.optional { reader throws(DamagedBytes) in try reader.timestamp() }
    }
}

extension GroupState {
    fileprivate func write(to writer: inout ByteWriter) {
        writer.flag(isInside)
        writer.flag(hasBeenInside)
        writer.timestamp(since)
        writer.timestamp(visit)
        writer.count(UInt64(sequence))
    }

    fileprivate init(from reader: inout ByteReader, group: Int32) throws(DamagedBytes) {
        let (isInside, hasBeenInside) = (try reader.flag(), try reader.flag())
        self.init(group: group, isInside: isInside, since: try reader.timestamp())
        self.hasBeenInside = hasBeenInside
        visit = try reader.timestamp()
        guard let sequence = UInt32(exactly: try reader.count()) else { throw reader.damaged }
        self.sequence = sequence
    }
}
