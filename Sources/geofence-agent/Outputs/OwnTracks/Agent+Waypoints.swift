import GeofenceCore

/// The waypoints of a phone's own are fences for it alone, set as those at run time are.
extension Agent {
    /// Waypoints at most of one phone that are fences: as many as Android watches for an app.
    static let mostWaypoints = 100

    /// Takes what a phone says of its waypoints; false where the topic is none for that.
    ///
    /// The apps let the broker keep none of it; what it has kept all the same may be older than what was taken out since.
    mutating func takeWaypoints(
        _ topic: UnsafeRawBufferPointer,
        _ payload: UnsafeRawBufferPointer,
        isRetained: Bool,
        at now: Timestamp
    ) throws(Rejection) -> Bool {
        guard let base = Self.base(ofWaypoints: topic) else { return false }
        guard let source = setup.sources.firstIndex(where: { Self.takes($0, base) }) else { return false }
        guard !isRetained else { throw .unrelated }
        let device = try device(source, base)
        // A fence for a device with * in its name would be for others too.
        guard !device.description.contains("*"), let pattern = try? DevicePattern(device.description) else {
            throw .id
        }
        let key = base.withUnsafeBytes { setup.sources[source].decoder.keys?.key(for: $0) }
        let document = try WaypointDocument(payload, key: key)
        let news = document.waypoints.map { value in
            WaypointUpdate(reading: value, of: device, pattern, rules: setup.rules)
        }
        take(news, isWhole: document.isWhole, of: device, at: now)
        counters.accepted += 1
        return true
    }

    /// The phone's own topic, where this is one behind it on which it tells its waypoints.
    private static func base(ofWaypoints topic: UnsafeRawBufferPointer) -> [UInt8]? {
        for level in ["/waypoint", "/waypoints"]
        where topic.suffix(level.utf8.count).elementsEqual(level.utf8) {
            return Array(topic.dropLast(level.utf8.count))
        }
        return nil
    }

    private static func takes(_ source: AgentSettings.Source, _ topic: [UInt8]) -> Bool {
        guard source.decoder.isOwnTracks, case .none = device(source, topic) else {
            return source.decoder.isOwnTracks
        }
        return false
    }

    /// Where payloads name the device, it is the one that has reported there last.
    private func device(_ source: Int, _ base: [UInt8]) throws(Rejection) -> Identifier {
        if case .named(let name) = Self.device(setup.sources[source], base) {
            guard let name = String(validating: name, as: UTF8.self), let id = try? Identifier(name) else {
                throw .id
            }
            return id
        }
        guard let id = phones.heard(on: String(decoding: base, as: UTF8.self)) else { throw .missing }
        return id
    }

    private mutating func take(
        _ news: [WaypointUpdate],
        isWhole: Bool,
        of device: Identifier,
        at now: Timestamp
    ) {
        let before = phones[device] ?? Phone()
        var change = WaypointChange(before.waypoints, isWhole: isWhole)
        for item in news {
            if let mark = item.mark, isOurs(mark, before) { continue }
            if case .circle(let waypoint, _) = item, isTaken(waypoint.fence, by: device) {
                phones.remark(
                    "a waypoint is passed over: its id is that of another fence",
                    of: waypoint.fence.description,
                    isNotable: true
                )
                continue
            }
            if let remark = change.take(item) {
                phones.remark(remark, of: device.description)
            }
        }
        if change.isBeyond {
            phones.remark(
                "a phone has more than \(Self.mostWaypoints) waypoints; the others are no fences",
                of: device.description,
                isNotable: true
            )
        }
        apply(change, before, of: device, at: now)
    }

    /// Whether a waypoint is one that the phone was sent: then it is the agent's fence, and no second one.
    private func isOurs(_ mark: Waypoint.Mark, _ phone: Phone) -> Bool {
        if let stamp = mark.stamp, phone.told.contains(stamp) { return true }
        guard let id = mark.rid.flatMap({ try? Identifier($0) }), engine.slot(of: id) != nil else {
            return false
        }
        return phones.owners[id] == nil
    }

    /// Whether a fence's id is that of another's fence, or of a group.
    private func isTaken(_ id: Identifier, by device: Identifier) -> Bool {
        if engine.hasGroup(id) { return true }
        return engine.slot(of: id) != nil && phones.owners[id] != device
    }
}
