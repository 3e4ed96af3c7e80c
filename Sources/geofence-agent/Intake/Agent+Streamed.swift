import GeofenceCore

extension Agent {
    /// Reads what a payload says, with those before it where each is one value, into a reading that is empty
    /// yet; says whether it is whole, and doesn't wait for others.
    mutating func read(
        _ payload: UnsafeRawBufferPointer,
        _ topic: UnsafeRawBufferPointer,
        source: Int,
        _ match: TopicMatch,
        packet: UInt16,
        isRetained: Bool,
        at now: Timestamp,
        into reading: inout Reading
    ) throws(Rejection) -> Bool {
        let id = ObjectIdentifier(port.settings.sources[source].decoder)
        guard !intake.layouts.read(payload, source: source, id, into: &reading) else { return true }
        let decoder = port.settings.sources[source].decoder
        guard let level = decoder.attributeLevel else {
            reading = try intake.layouts.decode(payload, topic: topic, source: source, decoder)
            return true
        }
        let value = try streamed(
            payload,
            topic,
            level: level,
            source: source,
            match,
            packet: packet,
            isRetained: isRetained,
            at: now
        )
        guard let value else { return false }
        reading = value
        return true
    }

    /// What a payload that is one value says, with those before it; nil where it waits for others.
    private mutating func streamed(
        _ payload: UnsafeRawBufferPointer,
        _ topic: UnsafeRawBufferPointer,
        level: Int,
        source: Int,
        _ match: TopicMatch,
        packet: UInt16,
        isRetained: Bool,
        at now: Timestamp
    ) throws(Rejection) -> Reading? {
        guard payload.count <= PayloadDecoder.maximumSize else { throw .size }
        guard !payload.isEmpty else { throw .empty }
        let name = UnsafeRawBufferPointer(rebasing: topic[TopicPattern.level(level, of: topic)])
        guard let attribute = StreamedAttribute(name) else { throw .unrelated }
        let device = try identifier(of: match, topic)
        let key = StreamedReports.Key(filter: port.settings.sources[source].template.filter, device: device)
        let mark = Redelivery.Mark(packet: packet, topic: topic, payload: payload)
        guard !tracker.isRepeat(mark) else {
            port.counters.duplicates += 1
            return nil
        }
        if tracker.monitoring.stopsDevices, tracker.monitoring.stopped(device) != nil {
            if let known = tracker.engine.device(device) { noteAttendance(of: known, source) }
            leaveOutUnmonitored(mark)
            return nil
        }
        var report = intake.streamed[key]
        defer { keep(report, key, mark) }
        let value = StreamedValue(payload)
        switch attribute {
        case .ssid, .bssid:
            let known = tracker.engine.device(device).flatMap { tracker.engine.report(device: $0).wifi }
            return try report.addNetwork(attribute, value, known: known, at: now)
        case .latitude, .longitude, .accuracy:
            // What a broker has kept says where a device was, not when.
            guard !isRetained else { throw .time }
            return try report.add(attribute, value, at: now)
        case .state, .updated:
            guard !isRetained else { throw .unrelated }
            return try report.add(attribute, value, at: now)
        }
    }

    private func identifier(of match: TopicMatch, _ topic: UnsafeRawBufferPointer) throws(Rejection)
        -> Identifier
    {
        switch match {
        case .topic(let range): try identifier(UnsafeRawBufferPointer(rebasing: topic[range]))
        case .scratch:
            try intake.deviceName.withUnsafeBytes { name in
                Result { () throws(Rejection) in try identifier(name) }
            }.get()
        case .ambiguous: throw .ambiguous
        case .none, .payload: throw .topic
        }
    }

    private func identifier(_ name: UnsafeRawBufferPointer) throws(Rejection) -> Identifier {
        if let known = tracker.engine.device(name) { return tracker.engine.deviceID(known) }
        guard let text = String(validating: name, as: UTF8.self), let id = try? Identifier(text) else {
            throw .id
        }
        return id
    }

    /// Keeps how far the report of a device is, in the journal as well: its parts are acknowledged before it
    /// is whole.
    ///
    /// With the mark of the message that brought it there, which the broker may repeat.
    private mutating func keep(
        _ report: StreamedReport,
        _ key: StreamedReports.Key,
        _ mark: Redelivery.Mark?
    ) {
        guard report != intake.streamed[key] else { return }
        perform(.partialReport(report, key, mark: mark))
    }

    /// Takes the positions that have waited long enough for an accuracy.
    mutating func ingestStreamed(at now: Timestamp) {
        port.now = now
        while let key = intake.streamed.nextDue(at: now) {
            var report = intake.streamed[key]
            let reading = report.release()
            keep(report, key, nil)
            let source = port.settings.sources.firstIndex { $0.template.filter == key.filter }
            guard let reading else { continue }
            do throws(Rejection) {
                ingest(waited: reading, try admitReported(key.device, by: source), source, at: now)
            } catch {
                port.counters.reject(error)
            }
        }
    }
}
