import GeofenceCore

/// By what an event or a visit is known, whichever of two agents publishes it: its topic without the base,
/// its kind, and its number, or for a visit its id.
struct PublishedMark: Hashable, Comparable {
    let text: String

    private init(_ topic: some StringProtocol, _ kind: String, _ number: String) {
        text = "\(topic) \(kind) \(number)"
    }

    /// Of an event.
    init(_ event: Event) {
        self.init("event/\(event.device)/\(event.fence)", event.kind.name, "\(event.sequence)")
    }

    /// Of a visit.
    init(_ event: VisitEvent) {
        let visit = event.report.visit
        self.init(
            "visit/\(event.device)",
            visit.departure == nil ? "arrival" : "departure",
            "\(event.device)/\(visit.arrival.iso8601)"
        )
    }

    /// Of what was published on a topic below the base; nil where it is none of these.
    init?(topic: Substring, payload: some Collection<UInt8>) {
        guard topic.hasPrefix("event/") || topic.hasPrefix("visit/"),
            let text = String(validating: payload, as: UTF8.self),
            let root = try? JSONDocument.parse(text).root, let kind = root.member("event")?.text
        else { return nil }
        if let number = root.number(of: "seq").flatMap({ UInt64(exactly: $0) }) {
            self.init(topic, kind, "\(number)")
        } else if let id = root.member("id")?.text {
            self.init(topic, kind, id)
        } else {
            return nil
        }
    }

    init(stored text: String) { self.text = text }

    /// Whether it is of something that a device did.
    func isOf(_ device: Identifier) -> Bool {
        ["event/\(device)/", "visit/\(device) "].contains { text.utf8.starts(with: $0.utf8) }
    }

    static func < (a: PublishedMark, b: PublishedMark) -> Bool { a.text < b.text }
}
