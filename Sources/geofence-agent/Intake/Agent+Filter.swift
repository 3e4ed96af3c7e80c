import GeofenceCore

extension Agent {
    /// What is left of an observation without a fix that a filter leaves out, to be judged as its source
    /// says; nil where that is nothing.
    func withoutFiltered(_ observation: Observation, _ device: Int, _ source: Int?) -> Observation? {
        var observation = observation
        observation.rest = source.flatMap { port.settings.sources[$0].rest }
        guard let filter = filter(of: device, source) else { return observation }
        return engine.rest(of: observation, device: device, without: filter)
    }

    private func filter(of device: Int, _ source: Int?) -> FixFilter? {
        let others = port.settings.deviceFilters
        let own = others.isEmpty ? nil : DeviceFilter.filter(of: engine.deviceID(device), in: others)
        return own ?? source.flatMap { port.settings.sources[$0].filter }
    }
}
