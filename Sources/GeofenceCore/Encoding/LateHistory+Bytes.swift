extension LateHistory {
    func write(to writer: inout ByteWriter, _ fences: borrowing FenceTable) {
        base.write(to: &writer, fences)
        writer.list(inputs) { $1.write(to: &$0) }
        writer.list(reported) { writer, reported in
            writer.text(reported.fence.description)
            writer.flag(reported.isExit)
            writer.timestamp(reported.time)
            writer.timestamp(reported.decided)
        }
    }

    init(from reader: inout ByteReader, _ fences: inout FenceTable) throws(DamagedBytes) {
        base = try DeviceState(from: &reader, &fences)
        base.nextTimer = base.nextDue(fences)
        inputs = try reader.list { reader throws(DamagedBytes) in try Observation(from: &reader) }
        reported = try reader.list { reader throws(DamagedBytes) in
            Reported(
                fence: try reader.identifier(),
                isExit: try reader.flag(),
                time: try reader.timestamp(),
                decided: try reader.timestamp()
            )
        }
    }
}
