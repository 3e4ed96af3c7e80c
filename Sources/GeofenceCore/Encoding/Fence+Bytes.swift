extension Fence {
    /// The layout of the bytes; a reader refuses any other.
    private static let layout: UInt8 = 1

    /// Writes this fence for the store.
    public func write(to writer: inout ByteWriter) {
        writer.byte(Self.layout)
        writer.text(id.description)
        writer.optional(name) { $0.text($1) }
        writer.optional(shape) { $1.write(to: &$0) }
        writer.list(wifi) { $0.text($1.description) }
        rules.write(to: &writer)
    }

    /// Reads a fence back.
    public init(from reader: inout ByteReader) throws(DamagedBytes) {
        guard try reader.byte() == Self.layout else { throw reader.damaged }
        let id = try reader.identifier()
        let name = try reader.optional { reader throws(DamagedBytes) in try reader.text() }
        let shape = try reader.optional { reader throws(DamagedBytes) in try Shape(from: &reader) }
        let wifi = try reader.list { reader throws(DamagedBytes) in try WiFiPattern(from: &reader) }
        let rules = try Rules(from: &reader)
        do {
            try self.init(id: id, name: name, shape: shape, wifi: wifi, rules: rules)
        } catch {
            throw reader.damaged
        }
    }
}

extension WiFiPattern {
    init(from reader: inout ByteReader) throws(DamagedBytes) {
        let text = try reader.text()
        do { try self.init(text) } catch { throw reader.damaged }
    }
}

extension Rules {
    func write(to writer: inout ByteWriter) {
        writer.text(accuracy.rawValue)
        for value in [margin, maxAccuracy, enterAfter, exitAfter] { writer.double(value) }
        writer.list(dwell) { $0.double($1) }
        writer.optional(wifiExpiry) { $0.double($1) }
        writer.flag(initialEvents)
    }

    init(from reader: inout ByteReader) throws(DamagedBytes) {
        self.init()
        guard let accuracy = AccuracyRule(rawValue: try reader.text()) else { throw reader.damaged }
        self.accuracy = accuracy
        margin = try reader.amount()
        maxAccuracy = try reader.amount()
        enterAfter = try reader.amount()
        exitAfter = try reader.amount()
        dwell = try reader.list { reader throws(DamagedBytes) in try reader.amount() }
        wifiExpiry = try reader.optional { reader throws(DamagedBytes) in try reader.amount() }
        initialEvents = try reader.flag()
    }
}

extension ByteReader {
    /// Reads so many metres or seconds: 0 or more.
    fileprivate mutating func amount() throws(DamagedBytes) -> Double {
        let value = try double()
        guard value >= 0 else { throw damaged }
        return value
    }
}
