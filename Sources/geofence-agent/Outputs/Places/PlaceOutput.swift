import GeofenceCore

/// Visits that begin and end, and the zones where a device often is.
struct PlaceOutput: Output {
    let name = "visits"
    let interest: Interest = .places

    func publish(_ effects: Effects, _ tracker: borrowing Tracker, _ port: inout OutputPort) {
        for event in effects.visits {
            port.publish(
                port.topics.visit(event.device),
                Reports.visit(event, in: tracker.engine.zone(of: event)),
                isRetained: false
            )
            if case .departure = event.report { port.counters.visits += 1 }
        }
        guard !effects.zones.isEmpty else { return }
        let devices = Set(effects.zones).map { (id: tracker.engine.deviceID($0), number: $0) }
        for device in devices.sorted(by: { $0.id < $1.id }) {
            port.publish(port.topics.zones(device.id), zones(device.number, tracker, port.settings) ?? [])
        }
    }

    /// Nil where there are none.
    private func zones(_ device: Int, _ tracker: borrowing Tracker, _ settings: AgentSettings) -> [UInt8]? {
        guard tracker.engine.hasZones(device: device) else { return nil }
        return Reports.zones(tracker.engine.zones(device: device), holding: settings.places.quantile)
    }

    func retained(_ device: Int?, _ tracker: borrowing Tracker, _ settings: AgentSettings) -> [RetainedTopic]
    {
        guard let device, tracker.engine.hasZones(device: device) else { return [] }
        return [RetainedTopic(topic: settings.topics.zones(tracker.engine.deviceID(device)))]
    }

    func payload(
        of topic: RetainedTopic,
        _ device: Int?,
        _ tracker: borrowing Tracker,
        _ settings: AgentSettings
    ) -> [UInt8]? {
        guard let device, tracker.engine.hasDevice(device) else { return nil }
        return zones(device, tracker, settings)
    }
}
