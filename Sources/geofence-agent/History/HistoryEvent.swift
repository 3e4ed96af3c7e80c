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
    init(
        _ event: Event,
        _ additions: EventAdditions = EventAdditions(),
        names: [Identifier: String] = [:]
    ) {
        self.init(
            device: event.device,
            time: event.time.milliseconds,
            id: event.id,
            payload: Reports.event(event, additions, names: names)
        )
    }
}
