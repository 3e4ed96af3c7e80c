import GeofenceCore

extension Agent {
    /// Numbers that are looked at in one turn at most, and devices that are forgotten in one.
    private static let looksPerTurn = 4096, forgetsPerTurn = 16

    /// Forgets devices of which nothing was heard for `forgetAfter`: as the request `device/forget`
    /// does, with all that is kept of them.
    ///
    /// To be called while the agent hears the broker. Part by part, so that others are read meanwhile. A
    /// device that is set by hand stays.
    mutating func forgetSilent(at now: Timestamp) {
        guard let days = port.settings.forgetAfter else { return }
        // What is known of silences is kept with a checkpoint, once a day at least.
        if intake.silences.look(at: now, limit: tracker.engine.deviceLimit) { pending.isWanted = true }
        guard mayForgetSilent else { return }
        var silent: [Int] = []
        for _ in 0..<Self.looksPerTurn {
            guard silent.count < Self.forgetsPerTurn, let device = intake.silences.next() else { break }
            guard tracker.engine.hasDevice(device), intake.silences.isSilent(device, for: days),
                !isWanted(tracker.engine.deviceID(device))
            else { continue }
            silent.append(device)
        }
        for device in silent {
            port.counters.expired += 1
            let id = tracker.engine.deviceID(device)
            forget(device, at: now)
            port.remark(
                "forgotten: nothing was heard of it for \(days) days (forgetAfter)",
                of: id,
                isNotable: true
            )
        }
    }

    /// Whether somebody has said of a device where it is, or whether it is monitored: that outlasts silence.
    private func isWanted(_ device: Identifier) -> Bool {
        tracker.overrides[device] != nil || tracker.monitoring.names(device)
    }

    /// Whether there are numbers to look at, and room for what takes topics off the broker.
    var mayForgetSilent: Bool {
        port.settings.forgetAfter != nil && intake.silences.unseen > 0 && !port.outbox.isCrowded
    }
}
