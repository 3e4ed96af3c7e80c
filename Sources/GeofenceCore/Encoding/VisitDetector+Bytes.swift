extension VisitDetector {
    /// The layout of the bytes; a reader refuses any other.
    private static let layout: UInt8 = 1

    /// Writes the detector for the store.
    public func write(to writer: inout ByteWriter) {
        writer.byte(Self.layout)
        writer.optional(heard) { $0.timestamp($1) }
        writer.list(stays) { $1.write(to: &$0) }
    }

    /// Reads a detector back: it goes on as the one that was written.
    public init(from reader: inout ByteReader) throws(DamagedBytes) {
        guard try reader.byte() == Self.layout else { throw reader.damaged }
        let heard = try reader.optional { reader throws(DamagedBytes) in try reader.timestamp() }
        let stays = try reader.list { reader throws(DamagedBytes) in try Stay(from: &reader) }
        guard stays.count <= Self.capacity, stays.isEmpty || heard != nil else { throw reader.damaged }
        self.init(stays: stays, heard: heard)
    }
}

extension Stay {
    fileprivate func write(to writer: inout ByteWriter) {
        origin.write(to: &writer)
        writer.timestamp(first)
        writer.timestamp(last)
        writer.count(UInt64(fixes))
        writer.count(UInt64(stated))
        writer.flag(isReported)
        writer.optional(left) { $0.timestamp($1) }
        for number in [weight, moment.east, moment.north, statedWeight] { writer.double(number) }
    }

    fileprivate init(from reader: inout ByteReader) throws(DamagedBytes) {
        let origin = try Coordinate(from: &reader)
        let (first, last) = (try reader.timestamp(), try reader.timestamp())
        let (fixes, stated) = (try reader.count(), try reader.count())
        guard stated <= fixes, fixes > 0, fixes <= UInt64(UInt32.max) else { throw reader.damaged }
        let isReported = try reader.flag()
        let left = try reader.optional { reader throws(DamagedBytes) in try reader.timestamp() }
        let weight = try reader.sum()
        let moment = Offset(east: try reader.sum(), north: try reader.sum())
        let statedWeight = try reader.sum()
        guard weight > 0, statedWeight >= 0, stated == 0 || statedWeight > 0 else { throw reader.damaged }
        self.init(origin: origin, first: first, last: last, isReported: isReported, left: left)
        restore(fixes: Int(fixes), stated: Int(stated), weight, moment, statedWeight)
        guard middle.length <= LocalFrame.reach else { throw reader.damaged }
    }
}

extension ByteReader {
    /// A finite number of any sign.
    fileprivate mutating func sum() throws(DamagedBytes) -> Double {
        let value = try double()
        guard value.isFinite else { throw damaged }
        return value
    }
}
