import GeofenceCore

/// What is said of each position and event, to those who debug alone.
extension Agent {
    /// What became of what a device has reported; what is not believed is said to all.
    ///
    /// Not inlined: hardly any message gets here.
    @inline(never)
    mutating func remark(_ outcome: Outcome, _ observation: Observation, _ number: Int) {
        let device = tracker.engine.deviceID(number)
        if outcome.implausible { intake.refuse(.implausible, of: device) }
        guard port.isVerbose, outcome.accepted || outcome.late || outcome.duplicate else { return }
        let what = outcome.accepted ? "accepted" : outcome.late ? "too late" : "a repeat"
        var parts: [String] = []
        if let fix = observation.fix {
            parts.append("\(fix.coordinate.latitude), \(fix.coordinate.longitude)")
            if let accuracy = fix.accuracy { parts.append("± \(accuracy) m") }
        }
        if case .connected(let ssid, let bssid) = observation.wifi { parts.append(ssid ?? bssid ?? "") }
        parts.append("of \(observation.time.iso8601)")
        port.remark("\(what): \(parts.joined(separator: " "))", of: device, kind: .position)
    }

    /// Says the events that an input has brought about.
    @inline(never)
    mutating func remarkEvents() {
        for event in effects.events {
            let text = "\(event.kind.name) \(event.fence) at \(event.time.iso8601)"
            port.remark(text, of: event.device, fence: event.fence, kind: .event)
        }
    }
}
