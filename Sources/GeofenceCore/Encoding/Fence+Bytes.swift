extension Fence {
    /// The bit of the first byte that a fence has which is not monitored.
    private static let unmonitored: UInt8 = 0x40

    /// Writes this fence for the store; the first byte says its origin, and a reader refuses what is none.
    public func write(to writer: inout ByteWriter) {
        let flags = (properties.isEmpty ? 0 : Self.propertiesBit) | (isMonitored ? 0 : Self.unmonitored)
        writer.byte(origin.rawValue | flags)
        writer.text(id.description)
        writer.optional(name) { $0.text($1) }
        writer.optional(shape) { $1.write(to: &$0) }
        writer.optional(follows) { $1.write(to: &$0) }
        writer.list(wifi) { $0.text($1.description) }
        writer.optional(altitude) { $1.write(to: &$0) }
        writer.list(devices) { $0.text($1.description) }
        writer.list(groups) { $0.text($1.description) }
        writer.optional(schedule) { $1.write(to: &$0) }
        rules.write(to: &writer)
        if !properties.isEmpty { writer.list(properties) { $1.write(to: &$0) } }
    }

    /// In the first byte: properties follow at the end; few fences have any.
    private static let propertiesBit: UInt8 = 0x80

    /// Whether both are written as the same bytes: texts and numbers may be equal and have others.
    package func hasSameBytes(as other: Fence) -> Bool {
        if isSame(as: other) { return true }
        guard self == other else { return false }
        var (own, others) = (ByteWriter(), ByteWriter())
        write(to: &own)
        other.write(to: &others)
        return own.bytes == others.bytes
    }

    /// Reads a fence that ends the bytes; the known one of its id where that is written as the same bytes.
    ///
    /// It is in memory once then, and costs less than to be made anew.
    init(
        last reader: inout ByteReader,
        known: (Identifier) -> Fence?
    ) throws(DamagedBytes) {
        var ahead = reader
        _ = try ahead.byte()
        let id = try ahead.identifier()
        if let fence = known(id) {
            var writer = ByteWriter(room: reader.rest.count)
            fence.write(to: &writer)
            if reader.skipRest(writer.bytes) {
                self = fence
                return
            }
        }
        try self.init(from: &reader)
    }

    /// Reads a fence back.
    public init(from reader: inout ByteReader) throws(DamagedBytes) {
        let first = try reader.byte()
        let flags = Self.propertiesBit | Self.unmonitored
        guard let origin = FenceOrigin(rawValue: first & ~flags) else { throw reader.damaged }
        let id = try reader.identifier()
        let name = try reader.optional { reader throws(DamagedBytes) in try reader.text() }
        let shape = try reader.optional { reader throws(DamagedBytes) in try Shape(from: &reader) }
        let follows = try reader.optional { reader throws(DamagedBytes) in try Follow(from: &reader) }
        let wifi = try reader.list { reader throws(DamagedBytes) in try WiFiPattern(from: &reader) }
        let altitude = try reader.optional { reader throws(DamagedBytes) in try AltitudeBand(from: &reader) }
        let devices = try reader.list { reader throws(DamagedBytes) in try DevicePattern(from: &reader) }
        let groups = try reader.list { reader throws(DamagedBytes) in try reader.identifier() }
        let schedule = try reader.optional { reader throws(DamagedBytes) in try Schedule(from: &reader) }
        let rules = try Rules(from: &reader)
        var properties: [FenceProperty] = []
        if first & Self.propertiesBit != 0 {
            properties = try reader.list { reader throws(DamagedBytes) in try FenceProperty(from: &reader) }
        }
        do {
            try self.init(
                id: id,
                name: name,
                shape: shape,
                follows: follows,
                wifi: wifi,
                altitude: altitude,
                devices: devices,
                groups: groups,
                schedule: schedule,
                rules: rules,
                origin: origin,
                properties: properties,
                isMonitored: first & Self.unmonitored == 0
            )
        } catch {
            throw reader.damaged
        }
    }
}

extension Follow {
    fileprivate func write(to writer: inout ByteWriter) {
        writer.text(device.description)
        writer.double(radius)
    }

    fileprivate init(from reader: inout ByteReader) throws(DamagedBytes) {
        let device = try reader.identifier()
        let radius = try reader.double()
        do { try self.init(device: device, radius: radius) } catch { throw reader.damaged }
    }
}

extension AltitudeBand {
    fileprivate func write(to writer: inout ByteWriter) {
        writer.optional(minimum) { $0.double($1) }
        writer.optional(maximum) { $0.double($1) }
    }

    fileprivate init(from reader: inout ByteReader) throws(DamagedBytes) {
        let minimum = try reader.optional { reader throws(DamagedBytes) in try reader.double() }
        let maximum = try reader.optional { reader throws(DamagedBytes) in try reader.double() }
        do { try self.init(minimum: minimum, maximum: maximum) } catch { throw reader.damaged }
    }
}

extension DevicePattern {
    init(from reader: inout ByteReader) throws(DamagedBytes) {
        let text = try reader.text()
        do { try self.init(text) } catch { throw reader.damaged }
    }
}

extension WiFiPattern {
    init(from reader: inout ByteReader) throws(DamagedBytes) {
        let text = try reader.text()
        do { try self.init(text) } catch { throw reader.damaged }
    }
}
