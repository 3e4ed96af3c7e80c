import GeofenceCore

/// The waypoints of a phone's own are fences for it alone, set as those at run time are.
extension OwnTracksOutput {
    /// Reads what a phone says of its waypoints.
    ///
    /// The apps let the broker keep none of it; what it has kept all the same may be older than what was
    /// taken out since.
    mutating func receive(
        _ message: ReceivedMessage,
        _ tracker: borrowing Tracker,
        _ port: inout OutputPort
    ) throws(Rejection) -> [Input]? {
        guard let base = Self.base(ofWaypoints: message.topic),
            let source = port.settings.sources.first(where: { Self.reads($0, base) })
        else { return nil }
        port.counters.received += 1
        let payload = try message.whole()
        guard !message.isRetained else { throw .unrelated }
        guard !isOfOthers(source, base, port.settings) else {
            port.counters.otherShard += 1
            return []
        }
        let device = try device(source, base)
        // A fence for a device with * in its name would be for others too.
        guard !device.description.contains("*"), let pattern = try? DevicePattern(device.description) else {
            throw .id
        }
        let key = base.withUnsafeBytes { source.decoder.keys?.key(for: $0) }
        let document = try WaypointDocument(payload, key: key, isSecret: source.decoder.keys != nil)
        let updates = document.waypoints.map { value in
            WaypointUpdate(reading: value, of: device, pattern, rules: port.settings.rules)
        }
        port.counters.accepted += 1
        let before = phones[device] ?? Phone()
        let change = change(of: before, by: updates, isWhole: document.isWhole, device, tracker, &port)
        return inputs(for: change, before, of: device, tracker, port.settings, at: message.arrival)
    }

    /// The phone's own topic, where this is one behind it on which it tells its waypoints.
    private static func base(ofWaypoints topic: UnsafeRawBufferPointer) -> [UInt8]? {
        for level in ["/waypoint", "/waypoints"]
        where topic.suffix(level.utf8.count).elementsEqual(level.utf8) {
            return Array(topic.dropLast(level.utf8.count))
        }
        return nil
    }

    private static func reads(_ source: AgentSettings.Source, _ topic: [UInt8]) -> Bool {
        guard source.decoder.isOwnTracks, case .none = owner(of: topic, source) else {
            return source.decoder.isOwnTracks
        }
        return false
    }

    /// Whether a phone is another agent's; where payloads name it, one that nobody here has heard of is.
    private func isOfOthers(
        _ source: AgentSettings.Source,
        _ base: [UInt8],
        _ settings: AgentSettings
    ) -> Bool {
        guard let shard = settings.shard else { return false }
        return switch Self.owner(of: base, source) {
        case .ambiguous: false
        case .named(let name): !name.withUnsafeBytes(shard.owns)
        case .none, .unnamed: phones.lastReporter(on: String(decoding: base, as: UTF8.self)) == nil
        }
    }

    /// Where payloads name the device, it is the one that has reported there last.
    private func device(_ source: AgentSettings.Source, _ base: [UInt8]) throws(Rejection) -> Identifier {
        switch Self.owner(of: base, source) {
        case .ambiguous: throw .ambiguous
        case .named(let name):
            guard let name = String(validating: name, as: UTF8.self), let id = try? Identifier(name) else {
                throw .id
            }
            return id
        case .none, .unnamed: break
        }
        guard let id = phones.lastReporter(on: String(decoding: base, as: UTF8.self)) else { throw .missing }
        return id
    }

    /// What a phone's waypoints become.
    private func change(
        of before: Phone,
        by updates: [WaypointUpdate],
        isWhole: Bool,
        _ device: Identifier,
        _ tracker: borrowing Tracker,
        _ port: inout OutputPort
    ) -> WaypointChange {
        let most = port.settings.limits.waypointsPerDevice
        var change = WaypointChange(before.waypoints, isWhole: isWhole, most: most)
        for update in updates {
            if let mark = update.mark, isOurs(mark, before, tracker) { continue }
            if case .circle(let waypoint, _) = update, isTaken(waypoint.fence, by: device, tracker) {
                port.remark(
                    "a waypoint is passed over: its id is that of another fence",
                    of: waypoint.fence.description,
                    isNotable: true
                )
                continue
            }
            if let remark = change.apply(update) { port.remark(remark, of: device) }
        }
        if change.beyond > 0 {
            port.counters.limited += change.beyond
            port.remark(
                "a phone has more than \(most) waypoints (limits.waypointsPerDevice); the others are no fences",
                of: device,
                isNotable: true
            )
        }
        return change
    }

    /// The inputs that set and remove a phone's fences, and keep whose they are.
    ///
    /// While fences are removed it is known still whose they were, for the transitions that this brings
    /// about.
    private mutating func inputs(
        for change: WaypointChange,
        _ before: Phone,
        of device: Identifier,
        _ tracker: borrowing Tracker,
        _ settings: AgentSettings,
        at now: Timestamp
    ) -> [Input] {
        let left = Set(change.waypoints.map(\.fence))
        var set: [Fence] = []
        for fence in change.fences where left.contains(fence.id) && tracker.runtimeFences[fence.id] != fence {
            set.append(fence)
        }
        let gone = before.waypoints.map(\.fence).filter { !left.contains($0) }
        guard !set.isEmpty || !gone.isEmpty || change.waypoints != before.waypoints else { return [] }
        var phone = before
        phone.waypoints += change.waypoints.filter { !phone.waypoints.contains($0) }
        phones[device] = phone
        phone.waypoints = change.waypoints
        let kept = Input.output(name, Self.note(device, phone))
        guard !set.isEmpty || !gone.isEmpty else { return [kept] }
        isOwnChange = true
        return [.fences(FenceChange(setting: set, removing: gone, at: now, settings)), kept]
    }

    /// Whether a waypoint is one that the phone was sent: then it is the agent's fence, and no second one.
    private func isOurs(_ mark: Waypoint.Mark, _ phone: Phone, _ tracker: borrowing Tracker) -> Bool {
        if let stamp = mark.stamp, phone.sentStamps.contains(stamp) { return true }
        guard let id = mark.rid.flatMap({ try? Identifier($0) }), tracker.engine.slot(of: id) != nil else {
            return false
        }
        return phones.owners[id] == nil
    }

    /// Whether a fence's id is that of another's fence, or of a group.
    private func isTaken(
        _ id: Identifier,
        by device: Identifier,
        _ tracker: borrowing Tracker
    ) -> Bool {
        if tracker.engine.hasGroup(id) { return true }
        return tracker.engine.slot(of: id) != nil && phones.owners[id] != device
    }
}
