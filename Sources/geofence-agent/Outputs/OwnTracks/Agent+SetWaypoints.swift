import GeofenceCore

/// Phones are sent the agent's circles, so that they show them.
extension Agent {
    /// Circles at most that a phone is sent: as many as Android watches for an app.
    static let mostCircles = 100

    /// Whether a phone may have to be sent something, and there is room for it.
    func maySetWaypoints(room: Int) -> Bool {
        setup.owntracks.setWaypoints && (phones.wantsReview || !phones.pending.isEmpty) && outbox.count < room
    }

    /// Sends phones what they have not been sent yet, as long as the outbox holds less than `room` rows.
    ///
    /// Many phones at once thus are told no faster than the broker takes it, behind all else. What a phone has been sent is journalled: a
    /// restart sends nothing again.
    mutating func setWaypoints(at now: Timestamp, room: Int = .max, atMost looks: Int = .max) {
        guard setup.owntracks.setWaypoints else { return }
        if phones.wantsReview { phones.review() }
        var looks = looks
        while looks > 0, outbox.count < room, case .device(let id) = phones.pending.next() {
            setWaypoints(of: id, at: now)
            looks -= 1
        }
    }

    private mutating func setWaypoints(of id: Identifier, at now: Timestamp) {
        guard var phone = phones[id], let address = phone.address else { return }
        let command = SetWaypoints(circles(for: id))
        guard command.fingerprint != address.sent, address.sent != nil || !command.stamps.isEmpty else {
            return
        }
        guard enqueue(id, on: Self.commandLevel, command.payload, at: now) else { return }
        phone.didSend(command.fingerprint, stamps: command.stamps)
        keep(phone, of: id)
    }

    /// Behind the phone's own topic.
    private static let commandLevel = "cmd"

    /// The broker has refused a message for good: where it was for a phone, it is sent again when all are looked at again, as at a start.
    mutating func wasRefused(_ topic: String) {
        guard setup.owntracks.setWaypoints, topic.hasSuffix("/\(Self.commandLevel)"),
            let id = phones.heard(on: String(topic.dropLast(Self.commandLevel.utf8.count + 1))),
            var phone = phones[id]
        else { return }
        phone.wasRefused()
        keep(phone, of: id)
    }

    /// The circles for a phone by their ids, without waypoints that are a phone's own: it has those.
    private mutating func circles(for device: Identifier) -> [(fence: Fence, circle: Circle)] {
        let all = allCircles()
        var circles: [(fence: Fence, circle: Circle)] = []
        for entry in all where entry.fence.isFor(device) {
            guard circles.count < Self.mostCircles else {
                phones.remark(
                    "more than \(Self.mostCircles) circles are for a phone; the first by id are sent",
                    of: device.description,
                    isNotable: true
                )
                break
            }
            circles.append(entry)
        }
        return circles
    }

    private mutating func allCircles() -> [(fence: Fence, circle: Circle)] {
        if let known = phones.circles { return known }
        let fences = engine.allFences.filter { phones.owners[$0.id] == nil && !$0.isAssigned }
        let circles = fences.compactMap { fence in fence.circle.map { (fence: fence, circle: $0) } }
        if circles.count < fences.count {
            phones.remark(
                "phones show circles alone; fences of other kinds are not sent to them",
                of: "\(fences.count - circles.count) fences",
                isNotable: true
            )
        }
        phones.circles = circles
        return circles
    }
}

extension Fence {
    fileprivate func isFor(_ device: Identifier) -> Bool {
        devices.isEmpty || devices.contains { $0.matches(device) }
    }
}
