/// What some fences of a device go by in the place of its last fix; fences by their ids.
extension DeviceState {
    func writeEarlier(to writer: inout ByteWriter, _ fences: borrowing FenceTable) {
        let named = earlier.entries.compactMap { entry in fences[entry.fence].map { (entry, $0.fence.id) } }
        writer.list(named) { writer, named in
            writer.text(named.1.description)
            writer.optional(earlier.fix(named.0)) { writer, fix in
                writer.timestamp(fix.time)
                fix.value.write(to: &writer)
            }
        }
    }

    mutating func readEarlier(from reader: inout ByteReader, _ fences: borrowing FenceTable)
        throws(DamagedBytes)
    {
        let entries = try reader.list { reader throws(DamagedBytes) in
            let fence = fences.slot(of: try reader.identifier()) ?? -1
            let fix = try reader.optional { reader throws(DamagedBytes) in
                Stamped(time: try reader.timestamp(), value: try Fix(from: &reader))
            }
            return (fence: fence, fix: fix)
        }
        for entry in entries.sorted(by: { $0.fence < $1.fence })
        where entry.fence >= 0 && !earlier.contains(entry.fence) {
            earlier.append(entry.fence, entry.fix)
        }
    }
}
