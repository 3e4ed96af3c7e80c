import GeofenceCore

/// An event of a fence, as it was or as it would have been.
struct WhatIfEvent: Hashable, Sendable {
    var device: Identifier
    /// `enter`, `exit` and so on.
    var kind: String
    var time: Timestamp
    /// Where the device was; nil where nobody knows.
    var place: Coordinate?
}

extension WhatIfEvent {
    /// An event that would have been.
    init(_ event: Event) {
        self.init(
            device: event.device,
            kind: event.kind.name,
            time: event.time,
            place: event.fix?.coordinate
        )
    }

    /// An event of the history; nil where it is another fence's, or is no event.
    init?(_ row: HistoryEvent, of fence: Identifier) {
        guard let node = try? JSONDocument.parse(String(decoding: row.payload, as: UTF8.self)).root,
            node.member("fence")?.text == fence.description, let kind = node.member("event")?.text
        else { return nil }
        let degrees = [node.number(of: "latitude"), node.number(of: "longitude")].compactMap(\.self)
        let place = degrees.count == 2 ? try? Coordinate(latitude: degrees[0], longitude: degrees[1]) : nil
        self.init(device: row.device, kind: kind, time: Timestamp(milliseconds: row.time), place: place)
    }
}
