import GeofenceCore

/// A device's place: the innermost of the fences that it is inside.
extension Agent {
    /// The place of a device as JSON.
    ///
    /// Of several fences it is the one with the smallest scale; networks without a place are smaller than any place. None is `outside`;
    /// there is no place while it isn't known.
    func place(of device: Int) -> [UInt8] {
        let slots = engine.report(device: device).inside.compactMap(engine.slot)
        let innermost = slots.compactMap { slot in
            engine.fence(slot).map { (fence: $0, size: engine.scale(ofFence: slot) ?? 0) }
        }
        .min { ($0.size, $0.fence.id) < ($1.size, $1.fence.id) }
        return JSONWriter.object { json in
            if let fence = innermost?.fence {
                json.member("place", Self.state(fence.name ?? fence.id.description))
                json.member("fence", fence.id.description)
            } else if !isStale(device) {
                json.member("place", "outside")
            }
        }
    }

    /// Home Assistant's states have 255 characters at most.
    private static func state(_ name: String) -> String {
        String(String.UnicodeScalarView(name.unicodeScalars.prefix(255)))
    }

    private func isStale(_ device: Int) -> Bool {
        engine.reportedFences(device: device).contains { slot in
            engine.status(device: device, fence: slot)?.isStale == true
        }
    }

    /// Tells the places of devices whose statuses have changed.
    mutating func enqueuePlaces(at now: Timestamp) {
        guard setup.homeAssistant.discovery else { return }
        for device in Set(effects.statuses.map(\.device)).sorted() {
            let id = engine.deviceID(device)
            if announcements.records[.device(id)] != nil { enqueuePlace(of: id, at: now) }
        }
    }

    /// Tells a device's place, unless it is the same as before.
    mutating func enqueuePlace(of id: Identifier, at now: Timestamp) {
        guard let device = engine.device(id) else { return }
        let payload = place(of: device)
        guard announcements.places.updateValue(payload, forKey: id) != payload else { return }
        outbox.add(
            topic: setup.topics.place(id),
            payload: payload,
            isRetained: true,
            time: now.milliseconds
        )
    }

    /// A device's place as of now; nil for what was not announced, and has none.
    func announcedPlace(of subject: DiscoverySubject) -> DiscoveryMessage? {
        guard setup.homeAssistant.discovery, announcements.records[subject] != nil,
            case .device(let id) = subject, let device = engine.device(id)
        else { return nil }
        return DiscoveryMessage(topic: setup.topics.place(id), payload: place(of: device))
    }

    /// Takes a device's place off the broker.
    mutating func clearPlace(of id: Identifier, at now: Timestamp) {
        announcements.places[id] = nil
        clear(setup.topics.place(id), at: now)
    }
}
