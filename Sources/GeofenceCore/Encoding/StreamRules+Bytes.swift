extension StreamRules {
    /// Writes these rules for the store.
    public func write(to writer: inout ByteWriter) {
        writer.double(reorder)
        writer.flag(lateEvents)
        writer.optional(maxSpeed) { $0.double($1) }
        writer.byte(rest.rawValue)
        writer.double(unknownAccuracy)
    }

    /// Reads rules back.
    public init(from reader: inout ByteReader) throws(DamagedBytes) {
        self.init()
        reorder = try reader.amount()
        lateEvents = try reader.flag()
        maxSpeed = try reader.optional { reader throws(DamagedBytes) in try reader.amount() }
        guard let rest = RestRule(rawValue: try reader.byte()) else { throw reader.damaged }
        self.rest = rest
        unknownAccuracy = try reader.amount()
    }
}
