import GeofenceCore

extension Agent {
    /// Whether a device is monitored; where not, what it has reported is counted, and kept nowhere.
    ///
    /// Of a message that the broker may send again its mark is kept: after a start it would count.
    mutating func isMonitored(_ device: Int, _ mark: Redelivery.Mark?) -> Bool {
        guard !tracker.engine.isMonitored(device: device) else { return true }
        leaveOutUnmonitored(mark)
        return false
    }

    /// Leaves out a message of a device that is not monitored.
    mutating func leaveOutUnmonitored(_ mark: Redelivery.Mark?) {
        port.counters.unmonitored += 1
        noteReceived(mark)
    }
}
