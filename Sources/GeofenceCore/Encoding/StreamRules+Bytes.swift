extension StreamRules {
    /// Says that a grace follows.
    private static let graceBit: UInt8 = 2

    /// Writes these rules for the store.
    public func write(to writer: inout ByteWriter) {
        writer.double(reorder)
        // Rules without a grace have the bytes that they had before there was one.
        writer.byte((lateEvents ? 1 : 0) | (grace > 0 ? Self.graceBit : 0))
        if grace > 0 { writer.double(grace) }
        writer.optional(maxSpeed) { $0.double($1) }
        writer.byte(rest.rawValue)
        writer.double(unknownAccuracy)
    }

    /// Reads rules back.
    public init(from reader: inout ByteReader) throws(DamagedBytes) {
        self.init()
        reorder = try reader.amount()
        let flags = try reader.byte()
        guard flags <= 1 | Self.graceBit else { throw reader.damaged }
        lateEvents = flags & 1 != 0
        if flags & Self.graceBit != 0 { grace = try reader.amount() }
        maxSpeed = try reader.optional { reader throws(DamagedBytes) in try reader.amount() }
        guard let rest = RestRule(rawValue: try reader.byte()) else { throw reader.damaged }
        self.rest = rest
        unknownAccuracy = try reader.amount()
    }
}
