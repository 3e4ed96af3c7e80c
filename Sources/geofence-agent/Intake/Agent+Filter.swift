import GeofenceCore

extension Agent {
    /// What leaves out fixes of a device that come from a source; nil where nothing does.
    ///
    /// It changes nothing, and is `mutating` since the whole agent would be copied for the call otherwise.
    mutating func filter(of device: Int, _ source: Int?) -> FixFilter? {
        let others = port.settings.deviceFilters
        let own = others.isEmpty ? nil : DeviceFilter.filter(of: tracker.engine.deviceID(device), in: others)
        return own ?? source.flatMap { port.settings.sources[$0].filter }
    }

    /// Applies what overrides and a filter leave of an observation.
    mutating func sift(
        _ observation: borrowing Observation,
        _ device: Int,
        _ filter: FixFilter?,
        _ mark: Redelivery.Mark?
    ) {
        var sifted = copy observation
        guard leaveOutOverridden(&sifted, device) else {
            port.counters.overridden += 1
            // Sent again after the override has ended, it would count.
            return noteReceived(mark)
        }
        if let filter {
            guard let left = tracker.engine.rest(of: sifted, device: device, without: filter) else {
                port.counters.filtered += 1
                // Sent again after the device has moved on, it would count as the way back.
                return noteReceived(mark)
            }
            sifted = left
        }
        apply(sifted, device, mark)
    }
}
