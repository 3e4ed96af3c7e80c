import GeofenceCore

extension Agent {
    /// Takes the fix out of an observation where a filter leaves it out, and says how its source has rests
    /// judged; says whether anything is left.
    ///
    /// It changes nothing, and is `mutating` since the whole agent would be copied for the call otherwise.
    mutating func filter(_ observation: inout Observation, _ device: Int, _ source: Int?) -> Bool {
        observation.rest = source.flatMap { port.settings.sources[$0].rest }
        guard let filter = filter(of: device, source) else { return true }
        guard let rest = tracker.engine.rest(of: observation, device: device, without: filter) else {
            return false
        }
        observation = rest
        return true
    }

    private mutating func filter(of device: Int, _ source: Int?) -> FixFilter? {
        let others = port.settings.deviceFilters
        let own = others.isEmpty ? nil : DeviceFilter.filter(of: tracker.engine.deviceID(device), in: others)
        return own ?? source.flatMap { port.settings.sources[$0].filter }
    }
}
