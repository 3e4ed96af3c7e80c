import GeofenceCore

/// Phones are sent the agent's circles, so that they show them.
extension OwnTracksOutput {
    /// Circles at most that a phone is sent: as many as Android watches for an app.
    static let mostCircles = 100

    func hasWork(_ port: borrowing OutputPort) -> Bool {
        settings.setWaypoints && (phones.wantsReview || !phones.pending.isEmpty) && port.hasRoom
    }

    /// Sends phones what they have not been sent yet.
    ///
    /// Many phones at once are sent it no faster than the broker takes it, behind all else. What a phone has
    /// been sent is journalled: a restart sends nothing again.
    mutating func work(_ tracker: borrowing Tracker, _ port: inout OutputPort) {
        guard hasWork(port) else { return }
        if phones.wantsReview { phones.review() }
        var looks = looksPerTurn
        while looks > 0, port.hasRoom, case .device(let id) = phones.pending.next() {
            setWaypoints(of: id, tracker, &port)
            looks -= 1
        }
    }

    private mutating func setWaypoints(
        of id: Identifier,
        _ tracker: borrowing Tracker,
        _ port: inout OutputPort
    ) {
        guard var phone = phones[id], let address = phone.address else { return }
        let command = SetWaypoints(circles(for: id, tracker, &port))
        guard command.fingerprint != address.sent, address.sent != nil || !command.stamps.isEmpty else {
            return
        }
        guard publish(id, on: Self.commandLevel, command.payload, &port) else { return }
        phone.didSend(command.fingerprint, stamps: command.stamps)
        keep(phone, of: id, &port)
    }

    /// Behind the phone's own topic.
    private static let commandLevel = "cmd"

    /// The broker has refused a message for good: where it was for a phone, it is sent again when all are
    /// looked at again, as at a start.
    mutating func wasRefused(_ topic: String, _ port: inout OutputPort) {
        guard settings.setWaypoints, topic.hasSuffix("/\(Self.commandLevel)"),
            let id = phones.lastReporter(on: String(topic.dropLast(Self.commandLevel.utf8.count + 1))),
            var phone = phones[id]
        else { return }
        phone.wasRefused()
        keep(phone, of: id, &port)
    }

    /// The circles for a phone by their ids, without waypoints that are a phone's own: it has those.
    private mutating func circles(
        for device: Identifier,
        _ tracker: borrowing Tracker,
        _ port: inout OutputPort
    ) -> [(fence: Fence, circle: Circle)] {
        let all = allCircles(tracker, &port)
        var circles: [(fence: Fence, circle: Circle)] = []
        for entry in all where entry.fence.isFor(device) {
            guard circles.count < Self.mostCircles else {
                port.remark(
                    "more than \(Self.mostCircles) circles are for a phone; the first by id are sent",
                    of: device,
                    isNotable: true
                )
                break
            }
            circles.append(entry)
        }
        return circles
    }

    private mutating func allCircles(
        _ tracker: borrowing Tracker,
        _ port: inout OutputPort
    ) -> [(fence: Fence, circle: Circle)] {
        if let known = phones.circles { return known }
        let fences = tracker.engine.allFences.filter { phones.owners[$0.id] == nil && !$0.isAssigned }
        let circles = fences.compactMap { fence in fence.circle.map { (fence: fence, circle: $0) } }
        if circles.count < fences.count {
            port.remark(
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
