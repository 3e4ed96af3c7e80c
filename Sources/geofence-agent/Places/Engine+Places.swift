import GeofenceCore

extension Engine {
    /// An engine for a configuration, that knows no device.
    init(_ setup: AgentSettings) {
        self.init(
            fences: setup.fences,
            reportAllUpTo: setup.reportAllUpTo,
            stream: setup.stream,
            places: setup.places.rules
        )
    }

    /// The zone that a visit most probably belongs to, as zones are now.
    func zone(of event: VisitEvent) -> Zone? {
        guard let device = device(event.device), hasZones(device: device),
            let id = zone(at: event.report.visit.center, device: device)
        else { return nil }
        return zones(device: device).first { $0.id == id }
    }
}

extension VisitReport {
    /// The visit that it tells of.
    var visit: Visit {
        switch self {
        case .arrival(let visit), .departure(let visit): visit
        }
    }
}
