import GeofenceCore

/// An event as it was published.
struct HistoryEvent: Hashable, Sendable {
    var device: Identifier
    /// Milliseconds since 1970.
    var time: Int64
    /// The event's own id.
    var id: String
    /// The JSON that was published.
    var payload: [UInt8]
}

extension HistoryEvent {
    /// The part of an event's id that is the same for all events of a device and fence: what stands before
    /// the visit's beginning and the kind.
    static func subject(ofID id: String) -> Substring {
        let slash = UInt8(ascii: "/")
        guard let kind = id.utf8.lastIndex(of: slash), let visit = id.utf8[..<kind].lastIndex(of: slash)
        else {
            return id[...]
        }
        return id[..<visit]
    }

    init(
        _ event: Event,
        _ additions: EventAdditions = EventAdditions(),
        names: [Identifier: String] = [:]
    ) {
        self.init(event, Reports.text(of: event, additions, names: names))
    }

    /// An event whose text is there.
    init(_ event: Event, _ text: EventText) {
        let time = event.time.milliseconds
        self.init(device: event.device, time: time, id: text.id, payload: text.payload)
    }
}
