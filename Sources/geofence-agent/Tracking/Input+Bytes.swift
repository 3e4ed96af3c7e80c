import GeofenceCore

extension Input {
    /// The first byte of an input in the journal.
    ///
    /// The store names the version of this codec. A change of what stands here, or of what follows it, needs
    /// a new one.
    private enum Kind: UInt8 {
        case observation
        case clock
        case admission
        case fences
        case assignment
        case override
        case zoneFence
        case past
        case purge
        case partialReport
        case output
        case received
        case setBack
        case monitoring
        case newcomer
        case detail
        case closing
        case departures
    }

    func write(to writer: inout ByteWriter) {
        switch self {
        case .observation(let observation, let device, let mark):
            writer.byte(Kind.observation.rawValue)
            writer.text(device.description)
            observation.write(to: &writer)
            mark.write(to: &writer)
        case .clock(let time):
            writer.byte(Kind.clock.rawValue)
            writer.timestamp(time)
        case .setBack(let step):
            writer.byte(Kind.setBack.rawValue)
            writer.count(UInt64(clamping: step))
        case .admission(let device):
            writer.byte(Kind.admission.rawValue)
            writer.text(device.description)
        case .fences(let change):
            writer.byte(Kind.fences.rawValue)
            change.write(to: &writer)
        case .closing(let fences):
            writer.byte(Kind.closing.rawValue)
            writer.list(fences) { $0.text($1.description) }
        case .departures(let most, let time):
            writer.byte(Kind.departures.rawValue)
            writer.count(UInt64(most))
            writer.timestamp(time)
        case .assignment(let change):
            writer.byte(Kind.assignment.rawValue)
            change.write(to: &writer)
        case .override(let change):
            writer.byte(Kind.override.rawValue)
            change.write(to: &writer)
        case .newcomer(let device):
            writer.byte(Kind.newcomer.rawValue)
            writer.text(device.description)
        case .monitoring(let change):
            writer.byte(Kind.monitoring.rawValue)
            change.write(to: &writer)
        case .detail(let detail, let device):
            writer.byte(Kind.detail.rawValue)
            writer.text(device.description)
            detail.write(to: &writer)
        case .zoneFence(let fence, let origin):
            writer.byte(Kind.zoneFence.rawValue)
            writer.text(fence.description)
            writer.optional(origin) { $1.write(to: &$0) }
        case .past(let visits, let device):
            writer.byte(Kind.past.rawValue)
            writer.text(device.description)
            writer.list(visits) { $1.writeEnded(to: &$0) }
        case .purge(let time, let devices):
            writer.byte(Kind.purge.rawValue)
            writer.timestamp(time)
            writer.list(devices) { $0.text($1.description) }
        case .partialReport(let report, let key, let mark):
            writer.byte(Kind.partialReport.rawValue)
            key.write(to: &writer)
            report.write(to: &writer)
            mark.write(to: &writer)
        case .received(let mark):
            writer.byte(Kind.received.rawValue)
            Redelivery.Mark?.some(mark).write(to: &writer)
        case .output(let name, let note):
            writer.byte(Kind.output.rawValue)
            writer.text(name)
            writer.blob(note)
        }
    }

    /// Milliseconds by which a clock can be set back: 1,000 years.
    static let longestStep: Int64 = 31_557_600_000_000

    /// The road of the hot path, which makes no `Input`, and no text of the device's name.
    static func write(
        _ observation: Observation,
        of device: Int,
        _ engine: inout Engine,
        _ mark: Redelivery.Mark?,
        to writer: inout ByteWriter
    ) {
        // Where nothing can be sent again, that is one byte more.
        let end: UInt8? = mark?.packet ?? 0 == 0 ? 0 : nil
        engine.write(observation, of: device, behind: Kind.observation.rawValue, before: end, to: &writer)
        if end == nil { mark.write(to: &writer) }
    }

    /// Reads an input back.
    ///
    /// - Throws: `DamagedBytes` where the bytes are none.
    init(from reader: inout ByteReader) throws(DamagedBytes) {
        guard let kind = Kind(rawValue: try reader.byte()) else { throw reader.damaged }
        switch kind {
        case .observation:
            let device = try reader.identifier()
            let observation = try Observation(from: &reader)
            self = .observation(observation, of: device, mark: try Redelivery.Mark?(from: &reader))
        case .clock: self = .clock(try reader.timestamp())
        case .setBack:
            guard let step = Int64(exactly: try reader.count()), step <= Self.longestStep else {
                throw reader.damaged
            }
            self = .setBack(step)
        case .admission: self = .admission(try reader.identifier())
        case .newcomer: self = .newcomer(try reader.identifier())
        case .monitoring: self = .monitoring(try MonitoringChange(from: &reader))
        case .detail:
            let device = try reader.identifier()
            self = .detail(try DeviceDetail(from: &reader), of: device)
        case .fences: self = .fences(try FenceChange(from: &reader))
        case .closing:
            self = .closing(try reader.list { reader throws(DamagedBytes) in try reader.identifier() })
        case .departures:
            let most = Int(clamping: try reader.count())
            self = .departures(atMost: most, at: try reader.timestamp())
        case .assignment: self = .assignment(try FenceAssignment(from: &reader))
        case .override: self = .override(try OverrideChange(from: &reader))
        case .zoneFence:
            let fence = try reader.identifier()
            self = .zoneFence(
                fence,
                try reader.optional { reader throws(DamagedBytes) in try ZoneFence(from: &reader) }
            )
        case .past:
            let device = try reader.identifier()
            let visits = try reader.list { reader throws(DamagedBytes) in try Visit(ended: &reader) }
            self = .past(visits, of: device)
        case .purge:
            let time = try reader.timestamp()
            let devices = try reader.list { reader throws(DamagedBytes) in try reader.identifier() }
            self = .purge(before: time, of: devices)
        case .partialReport:
            let key = try StreamedReports.Key(from: &reader)
            let report = try StreamedReport(from: &reader)
            self = .partialReport(report, key, mark: try Redelivery.Mark?(from: &reader))
        case .received:
            guard let mark = try Redelivery.Mark?(from: &reader) else { throw reader.damaged }
            self = .received(mark: mark)
        case .output:
            let name = try reader.text()
            self = .output(name, Array(try reader.blob()))
        }
    }
}

extension Redelivery.Mark? {
    /// One byte where there is nothing that the broker may send again.
    fileprivate func write(to writer: inout ByteWriter) {
        let packet = self?.packet ?? 0
        writer.count(UInt64(packet))
        if let mark = self, packet != 0 { writer.count(mark.hash) }
    }

    fileprivate init(from reader: inout ByteReader) throws(DamagedBytes) {
        let packet = try reader.count()
        guard packet != 0 else {
            self = nil
            return
        }
        self = .init(packet: UInt16(truncatingIfNeeded: packet), hash: try reader.count())
    }
}
