import GeofenceCore

/// A device's place: the innermost of the fences that it is inside; and since when it has stayed where it is.
extension HomeAssistantOutput {
    /// The place of a device as JSON.
    ///
    /// Of several fences it is the one with the smallest scale; networks without a place are smaller than any
    /// place. None is `outside`; there is no place while it isn't known.
    func place(of device: Int, _ tracker: borrowing Tracker) -> [UInt8] {
        let fence = innermost(of: tracker.engine.fences(inside: device), tracker)
        let isKnown =
            tracker.engine.isMonitored(device: device) && !tracker.engine.hasStaleStatus(device: device)
        let isOutside = fence == nil && isKnown
        return JSONWriter.object { json in
            if let fence {
                json.member("place", Self.state(fence.name ?? fence.id.description))
                json.member("fence", fence.id.description)
            } else if isOutside {
                json.member("place", "outside")
            }
            if let visit = tracker.engine.visit(device: device) { json.member("visit", visit.arrival) }
        }
    }

    /// The fence with the smallest scale; of equals the first by id.
    private func innermost(of slots: [Int32], _ tracker: borrowing Tracker) -> Fence? {
        var innermost: (fence: Fence, size: Double)?
        for slot in slots {
            let size = tracker.engine.scale(ofFence: slot) ?? 0
            if let innermost, size > innermost.size { continue }
            guard let fence = tracker.engine.fence(slot) else { continue }
            if innermost.map({ (size, fence.id) < ($0.size, $0.fence.id) }) ?? true {
                innermost = (fence, size)
            }
        }
        return innermost?.fence
    }

    /// Home Assistant's states have 255 characters at most; no text has more of them than bytes.
    private static func state(_ name: String) -> String {
        guard name.utf8.count > 255 else { return name }
        return String(String.UnicodeScalarView(name.unicodeScalars.prefix(255)))
    }

    /// Publishes the places of devices that may be elsewhere.
    mutating func publishPlaces(
        _ effects: Effects,
        _ tracker: borrowing Tracker,
        _ port: inout OutputPort
    ) {
        guard !effects.statuses.isEmpty || !effects.visits.isEmpty else { return }
        for device in devicesElsewhere(effects, tracker) {
            let id = tracker.engine.deviceID(device)
            if records.contains(.device(id)) { publishPlace(of: id, tracker, &port) }
        }
    }

    /// The devices whose statuses have changed, or whose visits have begun or ended, in their order.
    func devicesElsewhere(_ effects: Effects, _ tracker: borrowing Tracker) -> [Int] {
        var devices: [Int] = []
        for pair in effects.statuses where devices.last != pair.device && tracker.engine.isReported(pair) {
            devices.append(pair.device)
        }
        return (devices + effects.visits.compactMap { tracker.engine.device($0.device) }).distinct()
    }

    /// Publishes a device's place, unless it is the same as before.
    mutating func publishPlace(
        of id: Identifier,
        _ tracker: borrowing Tracker,
        _ port: inout OutputPort
    ) {
        guard let device = tracker.engine.device(id) else { return }
        let payload = place(of: device, tracker)
        guard places.updateValue(payload, forKey: id) != payload else { return }
        port.publish(port.topics.place(id), payload)
    }

    /// Takes a device's place off the broker.
    mutating func clearPlace(of id: Identifier, _ port: inout OutputPort) {
        places[id] = nil
        port.clear(port.topics.place(id))
    }
}
