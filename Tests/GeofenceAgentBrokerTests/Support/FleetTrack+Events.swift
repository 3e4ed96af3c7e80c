import Testing

extension FleetTrack {
    /// Has all devices stay where they are at the end, and expects the events that `replay` gives with a
    /// configuration: all of them and no others, and under one id the same bytes, whoever published them.
    func expectEvents(
        _ configuration: String,
        _ site: Site,
        _ client: Client,
        more least: Int,
        topic: (String) throws -> String = { "fleet/\($0)/location" }
    ) throws {
        let stays = stays
        for entry in stays { try client.send(topic(entry.device), entry.line) }
        try client.flush()
        let file = try site.write(text + stays.map { $0.line + "\n" }.joined(), to: "track.jsonl")
        let wanted = try replayedIDs(configuration, file)
        #expect(wanted.count > least)
        try client.wait(for: "all events") { Set($0.eventIDs()).count >= wanted.count }
        let found = Set(client.eventIDs())
        #expect(found.subtracting(wanted).sorted() == [])
        #expect(wanted.subtracting(found).sorted() == [])
        var payloads: [String: Set<String>] = [:]
        for message in client.messages where message.topic.hasPrefix("geofence/event/") {
            guard let id = Self.id(of: message.payload) else { continue }
            payloads[id, default: []].insert(message.payload)
        }
        #expect(payloads.filter { $0.value.count > 1 } == [:])
    }
}
