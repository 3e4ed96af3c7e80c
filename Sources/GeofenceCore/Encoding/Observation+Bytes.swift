extension Observation {
    /// Writes this observation for a journal.
    public func write(to writer: inout ByteWriter) {
        writer.short { writeShort(to: &$0) }
        writeNetwork(to: &writer)
    }

    /// Writes all of it, but for a network and what stands behind that.
    @inline(__always)
    fileprivate func writeShort(to short: inout ShortBytes) {
        short.integer(time.milliseconds)
        short.integer(arrival.millisecondsSince(time))
        short.byte(fix == nil ? 0 : 1)
        fix?.write(to: &short)
        short.byte(wifi == nil ? 0 : 1)
        if wifi == nil { short.byte(marks) }
    }

    /// Writes the network that it reports, if any, and what stands behind that.
    fileprivate func writeNetwork(to writer: inout ByteWriter) {
        guard let wifi else { return }
        wifi.write(to: &writer)
        writer.byte(marks)
    }

    private var marks: UInt8 { (isManual ? 1 : 0) | (rest.map { ($0.rawValue + 1) << 1 } ?? 0) }

    /// Reads an observation back.
    public init(from reader: inout ByteReader) throws(DamagedBytes) {
        let time = try reader.timestamp()
        let arrival = time.advanced(byMilliseconds: try reader.integer())
        guard time.isStorable, arrival.isStorable else { throw reader.damaged }
        let fix = try reader.optional { reader throws(DamagedBytes) in try Fix(from: &reader) }
        let wifi = try reader.optional { reader throws(DamagedBytes) in try WiFiReport(from: &reader) }
        let marks = try reader.byte()
        self.init(time: time, arrival: arrival, fix: fix, wifi: wifi, isManual: marks & 1 != 0)
        guard marks > 1 else { return }
        guard let rest = RestRule(rawValue: marks >> 1 - 1) else { throw reader.damaged }
        self.rest = rest
    }
}

extension Engine {
    /// Writes a byte that says what follows, the id of a device as a text, an observation of that device, and
    /// another byte.
    ///
    /// It changes nothing, as `number(of:)`: it is mutating since all of the engine is copied for a call that
    /// is not, some 3 kB.
    public mutating func write(
        _ observation: Observation,
        of device: Int,
        behind kind: UInt8,
        before end: UInt8?,
        to writer: inout ByteWriter
    ) {
        writer.short { short in
            short.byte(kind)
            directory.write(device, to: &short)
            observation.writeShort(to: &short)
            if let end, observation.wifi == nil { short.byte(end) }
        }
        guard observation.wifi != nil else { return }
        observation.writeNetwork(to: &writer)
        if let end { writer.byte(end) }
    }
}

extension Timestamp {
    /// Milliseconds before and after 1970, about 31,700 years: no clock shows more, and timers can still be
    /// counted from there.
    static let storedLimit: Int64 = 1_000_000_000_000_000

    /// Whether an observation can have this time.
    fileprivate var isStorable: Bool { milliseconds.magnitude <= Self.storedLimit.magnitude }
}

extension Coordinate {
    func write(to writer: inout some ByteSink & ~Copyable) {
        writer.double(latitude)
        writer.double(longitude)
    }

    init(from reader: inout ByteReader) throws(DamagedBytes) {
        let (latitude, longitude) = (try reader.double(), try reader.double())
        do { try self.init(latitude: latitude, longitude: longitude) } catch { throw reader.damaged }
    }
}

extension Fix {
    func write(to writer: inout some ByteSink & ~Copyable) {
        coordinate.write(to: &writer)
        writer.double(accuracy ?? 0)
        writer.optional(altitude)
        writer.optional(speed)
    }

    init(from reader: inout ByteReader) throws(DamagedBytes) {
        let coordinate = try Coordinate(from: &reader)
        let accuracy = try reader.double()
        guard accuracy >= 0 else { throw reader.damaged }
        let altitude = try reader.optional { reader throws(DamagedBytes) in try reader.double() }
        let speed = try reader.optional { reader throws(DamagedBytes) in try reader.double() }
        guard altitude ?? 0 > -.infinity, altitude ?? 0 < .infinity else { throw reader.damaged }
        guard speed ?? 0 >= 0, speed ?? 0 < .infinity else { throw reader.damaged }
        self.init(coordinate: coordinate, accuracy: accuracy, altitude: altitude, speed: speed)
    }
}

extension WiFiReport {
    func write(to writer: inout ByteWriter) {
        switch self {
        case .disconnected: writer.flag(false)
        case .connected(let ssid, let bssid):
            writer.flag(true)
            writer.optional(ssid) { $0.text($1) }
            writer.optional(bssid) { $0.text($1) }
        }
    }

    init(from reader: inout ByteReader) throws(DamagedBytes) {
        guard try reader.flag() else {
            self = .disconnected
            return
        }
        let ssid = try reader.optional { reader throws(DamagedBytes) in try reader.text() }
        let bssid = try reader.optional { reader throws(DamagedBytes) in try reader.text() }
        self = .connected(ssid: ssid, bssid: bssid)
    }
}
