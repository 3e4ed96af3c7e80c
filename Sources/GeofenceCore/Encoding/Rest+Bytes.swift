/// Where a device rests, and what fences make of that; fences by their ids.
extension DeviceState {
    func writeRest(to writer: inout ByteWriter, _ fences: borrowing FenceTable) {
        writer.optional(rest) { $1.write(to: &$0) }
        let named = evidence.compactMap { pair in fences[pair.fence].map { (pair, $0.fence.id) } }
        writer.list(named) { writer, named in
            writer.text(named.1.description)
            named.0.write(to: &writer)
        }
    }

    mutating func readRest(from reader: inout ByteReader, _ fences: borrowing FenceTable) throws(DamagedBytes)
    {
        rest = try reader.optional { reader throws(DamagedBytes) in try Rest(from: &reader) }
        let pairs = try reader.list { reader throws(DamagedBytes) in
            let fence = fences.slot(of: try reader.identifier()) ?? -1
            return try RestEvidence(from: &reader, fence: fence)
        }
        evidence = pairs.filter { $0.fence >= 0 }
    }
}

extension RestEvidence {
    fileprivate func write(to writer: inout ByteWriter) {
        for run in [clear, near] {
            writer.timestamp(run.since)
            writer.count(UInt64(run.count))
        }
        writer.optional(own) { $1.write(to: &$0) }
    }

    fileprivate init(from reader: inout ByteReader, fence: Int32) throws(DamagedBytes) {
        self.init(fence: fence)
        clear = try Run(from: &reader)
        near = try Run(from: &reader)
        own = try reader.optional { reader throws(DamagedBytes) in try Rest(from: &reader) }
    }
}

extension RestEvidence.Run {
    fileprivate init(from reader: inout ByteReader) throws(DamagedBytes) {
        let since = try reader.timestamp()
        guard let count = Int32(exactly: try reader.count()) else { throw reader.damaged }
        self.init(since: since, count: count)
    }
}

extension Rest {
    fileprivate func write(to writer: inout ByteWriter) {
        place.write(to: &writer)
        writer.double(accuracy)
        writer.double(weight)
        writer.timestamp(since)
        writer.count(UInt64(count))
        writer.optional(astray) { writer, astray in
            writer.timestamp(astray.time)
            astray.value.write(to: &writer)
        }
    }

    fileprivate init(from reader: inout ByteReader) throws(DamagedBytes) {
        let place = try Coordinate(from: &reader)
        let (accuracy, weight) = (try reader.double(), try reader.double())
        let since = try reader.timestamp()
        guard let count = Int32(exactly: try reader.count()) else { throw reader.damaged }
        let astray = try reader.optional { reader throws(DamagedBytes) in
            DeviceState.Stamped(time: try reader.timestamp(), value: try Coordinate(from: &reader))
        }
        let stored = Rest(
            place: place,
            accuracy: accuracy,
            weight: weight,
            since: since,
            count: count,
            astray: astray
        )
        guard let stored else { throw reader.damaged }
        self = stored
    }
}
