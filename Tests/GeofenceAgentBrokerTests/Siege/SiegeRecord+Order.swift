extension SiegeRecord {
    /// What of the events is out of order: a number left out or twice, or an id twice; or a device that is
    /// not where an undisturbed run has it in the end.
    ///
    /// For runs whose events are others than those of an undisturbed one, since holds and dwell times have
    /// ended by another clock. `cleared` are fences that the faults have taken away, and a script had set.
    func disorder(beside calm: SiegeRecord, cleared: Set<String> = []) -> String? {
        var ids: Set<String> = []
        for (topic, messages) in said.sorted(by: { $0.key < $1.key })
        where topic.hasPrefix("geofence/event/") {
            var last = 0
            for message in messages {
                guard let event = Numbered(message) else { return "\(topic): no event: \(message)" }
                // One that is forgotten begins anew.
                guard event.seq == last + 1 || event.seq == 1 else {
                    return "\(topic): event \(event.seq) follows \(last): \(message)"
                }
                last = event.seq
                guard message.contains("NOW") || ids.insert("\(topic) \(event.id) \(event.seq)").inserted
                else {
                    return "\(topic): an id twice: \(event.id)"
                }
            }
        }
        return lastStatuses(differingFrom: calm, cleared)
    }

    private struct Numbered {
        let id: String
        let seq: Int

        init?(_ event: String) {
            guard let id = event.firstMatch(of: /"id":"([^"]+)"/),
                let seq = event.firstMatch(of: /"seq":([0-9]+)/).flatMap({ Int($0.1) })
            else { return nil }
            (self.id, self.seq) = (String(id.1), seq)
        }
    }

    /// The first device of the fleet that is elsewhere in the end: all of them have gone far off by then.
    private func lastStatuses(differingFrom calm: SiegeRecord, _ cleared: Set<String>) -> String? {
        guard let found = retained.last, let wanted = calm.retained.last else { return "there is no mark" }
        for topic in wanted.keys.sorted() where topic.hasPrefix("geofence/status/d") {
            if let fence = topic.split(separator: "/").last, cleared.contains(String(fence)) { continue }
            let (state, expected) = (Self.status(found[topic]), Self.status(wanted[topic]))
            guard state != expected, state != nil || !calm.isOfLateVisits(topic) else { continue }
            return
                "in the end \(topic)\n  is       \(state ?? "nothing")\n  expected \(expected ?? "nothing")"
        }
        return nil
    }

    /// Whether only late positions have said of a pair that the device was inside: whether they prove that
    /// follows from when they came, and with that whether the pair has a status.
    private func isOfLateVisits(_ topic: String) -> Bool {
        let events = said[topic.replacing("geofence/status/", with: "geofence/event/", maxReplacements: 1)]
        return events?.allSatisfy { $0.contains(#""late":true"#) } ?? false
    }

    private static func status(_ payload: String?) -> String? {
        payload.flatMap { $0.firstMatch(of: /status: "([a-z]+)"/).map { String($0.1) } }
    }
}
