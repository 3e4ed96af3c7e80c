import GeofenceCore

extension Agent {
    /// What a payload says, with those before it where each is one value; nil where it waits for others.
    mutating func read(
        _ payload: UnsafeRawBufferPointer,
        _ topic: UnsafeRawBufferPointer,
        source: Int,
        _ match: TopicMatch,
        isRetained: Bool,
        at now: Timestamp
    ) throws(Rejection) -> Reading? {
        guard let level = setup.sources[source].decoder.attributeLevel else {
            return try setup.sources[source].decoder.decode(payload, topic: topic)
        }
        guard payload.count <= PayloadDecoder.maximumSize else { throw .size }
        guard !payload.isEmpty else { throw .empty }
        let name = UnsafeRawBufferPointer(rebasing: topic[TopicPattern.level(level, of: topic)])
        guard let attribute = StreamedAttribute(name) else { throw .unrelated }
        let device = self.name(of: match, topic)
        let key = StreamedReports.Key(source: source, device: device)
        let value = StreamedValue(payload)
        switch attribute {
        case .ssid, .bssid:
            let known = device.withUnsafeBytes { engine.device($0) }.flatMap {
                engine.report(device: $0).wifi
            }
            return try streamed[key].takeNetwork(attribute, value, known: known, at: now)
        case .latitude, .longitude, .accuracy:
            // What a broker has kept says where a device was, not when.
            guard !isRetained else { throw .time }
            return try streamed[key].take(attribute, value, at: now)
        case .state, .updated:
            guard !isRetained else { throw .unrelated }
            return try streamed[key].take(attribute, value, at: now)
        }
    }

    private func name(of match: TopicMatch, _ topic: UnsafeRawBufferPointer) -> [UInt8] {
        switch match {
        case .topic(let range): Array(topic[range])
        case .scratch: deviceName
        case .none, .payload: []
        }
    }
}
