import GeofenceCore

extension Agent {
    /// Whether a device is monitored; where not, what it has reported is counted, and kept nowhere.
    ///
    /// Of a message that the broker may send again its mark is kept: after a start it would count.
    mutating func isMonitored(_ device: Int, _ mark: Redelivery.Mark?) -> Bool {
        guard !tracker.engine.isMonitored(device: device) else { return true }
        port.counters.unmonitored += 1
        noteReceived(mark)
        return false
    }
}
