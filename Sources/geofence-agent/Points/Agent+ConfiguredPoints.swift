import GeofenceCore

/// Points of interest that are others than before.
extension Agent {
    /// Whether what is in the store was computed from other points, or other rules for their fences, than
    /// those of the configuration.
    var hasOtherPoints: Bool { poiFences.fingerprint != port.settings.pointsFingerprint }

    /// Brings the points of the configuration into force for all devices; a checkpoint has to follow.
    mutating func useConfiguredPoints(at now: Timestamp) {
        guard hasOtherPoints else { return }
        poiFences.fingerprint = port.settings.pointsFingerprint
        poiFences.reset()
        renewRegions(at: now)
        for device in tracker.engine.deviceNumbers {
            if port.settings.pois?.settings.hasRegions == true {
                updatePOIFences(of: device, quietAt: now)
            } else if !tracker.engine.assignments(ofDevice: device).isEmpty {
                change(FenceAssignment(time: now, device: tracker.engine.deviceID(device), fences: []))
            }
            deliver(at: now)
        }
        port.now = now
        outputs.pointsChanged(tracker, &port)
    }

    /// Fences around points that have moved or have other rules are put in their place: a status may change,
    /// without an event.
    private mutating func renewRegions(at now: Timestamp) {
        guard let pois = port.settings.pois, tracker.engine.assignedFenceCount > 0 else { return }
        var anew: [Identifier: Fence] = [:]
        for device in tracker.engine.deviceNumbers {
            guard let (fix, _) = tracker.engine.lastFix(ofDevice: device) else { continue }
            for point in pois.surrounding(fix, besides: [])
                + pois.points(around: device, tracker, rules: port.settings.rules)
            {
                for fence in pois.fences(around: point, rules: port.settings.rules) {
                    guard let old = tracker.engine.fence(fence.id), old.isAssigned else {
                        continue
                    }
                    if old != fence { anew[fence.id] = fence }
                }
            }
        }
        guard !anew.isEmpty else { return }
        tracker.renew(anew.keys.sorted().compactMap { anew[$0] }, at: now, &effects)
        deliver(at: now)
    }
}
