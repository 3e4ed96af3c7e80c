import GeofenceCore

/// Hides the events of fences that the zones of a device are, or have been, and of their groups.
struct PastCurtain {
    private let fences: Set<String>
    private let groups: Set<String>

    init(_ device: Identifier) {
        let ids = ZoneFence.labels.flatMap { label in
            (1...ZoneFence.most).compactMap { ZoneFence.id(label, $0, of: device)?.description }
        }
        fences = Set(ids)
        groups = Set(ZoneFence.labels.compactMap { ZoneFence.group($0)?.description })
    }

    /// Whether a fence is one of them, by its id.
    func hides(fence: String) -> Bool { fences.contains(fence) }

    /// Whether an event is of one of them; what can't be read is hidden, too.
    func hides(_ row: HistoryEvent) -> Bool {
        guard let node = try? JSONDocument.parse(String(decoding: row.payload, as: UTF8.self)).root
        else { return true }
        if let fence = node.member("fence")?.text { return hides(fence: fence) }
        return node.member("group")?.text.map(groups.contains) ?? true
    }
}
