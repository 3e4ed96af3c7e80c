import GeofenceCore

/// Points of interest that are others than before.
///
/// Of very many devices they reach some in each turn of the loop, as a change of fences does.
extension Agent {
    /// Whether what is in the store was computed from other points, or other rules for their fences, than
    /// those of the configuration.
    var hasOtherPoints: Bool { poiFences.fingerprint != port.settings.pointsFingerprint }

    /// Whether such points have yet to reach some devices.
    var isChangingPoints: Bool { poiFences.running != nil }

    /// Brings the points of the configuration into force for all devices; a checkpoint has to follow.
    mutating func useConfiguredPoints(at now: Timestamp) {
        beginChangingPoints(at: now)
        finishChangingPoints()
    }

    /// Begins to do so; `goOnChangingPoints` ends it, once the fences of the configuration are in force.
    mutating func beginChangingPoints(at now: Timestamp) {
        guard hasOtherPoints else { return poiFences.running = nil }
        poiFences.reset()
        let hasFences = port.settings.pois != nil && tracker.engine.assignedFenceCount > 0
        poiFences.running = PointsChange(
            at: now,
            tracker.engine.deviceNumbers,
            from: hasFences ? .renewing : .placing
        )
    }

    /// Has them reach some devices more, and publishes what that brings about.
    ///
    /// It may begin a change of fences, which is to be made before this goes on.
    mutating func goOnChangingPoints(atMost most: Int = Agent.mostLookedAtInTurn) {
        guard var change = poiFences.running else { return }
        poiFences.running = nil
        let devices = change.next(most)
        switch change.step {
        case .renewing: for device in devices { findRenewed(device, &change) }
        case .placing: for device in devices { place(device, at: change.time) }
        }
        switch change.step {
        case .renewing where change.isStepDone:
            renew(change.renewed, at: change.time)
            change.beginPlacing()
        case .placing where change.isStepDone:
            poiFences.fingerprint = port.settings.pointsFingerprint
            port.now = change.time
            return outputs.pointsChanged(tracker, &port)
        default: break
        }
        poiFences.running = change
    }

    /// Has them reach all that are left.
    mutating func finishChangingPoints() {
        while let change = poiFences.running {
            finishChangingFences(at: change.time)
            goOnChangingPoints()
        }
    }

    /// Notes the fences around points near a device that have moved or have other rules.
    private mutating func findRenewed(_ device: Int, _ change: inout PointsChange) {
        guard let pois = port.settings.pois, let (fix, _) = tracker.engine.lastFix(ofDevice: device)
        else { return }
        let rules = port.settings.rules
        let near = port.nearestPoints.find(near: device, at: fix.coordinate, pois).points
        let points =
            Array(near.prefix(pois.settings.regionsAround))
            + pois.points(around: device, tracker, rules: rules)
        for fence in points.flatMap({ pois.fences(around: $0, rules: rules) }) {
            guard let old = tracker.engine.fence(fence.id), old.isAssigned, old != fence else { continue }
            change.renewed[fence.id] = fence
        }
    }

    /// Puts them in their place: a status may change, without an event.
    private mutating func renew(_ fences: [Identifier: Fence], at now: Timestamp) {
        guard !fences.isEmpty else { return }
        tracker.beginRenewing(fences.keys.sorted().compactMap { fences[$0] }, at: now, &effects)
        goOnChangingFences(at: now)
    }

    /// Gives a device the fences around the points near it, or none.
    private mutating func place(_ device: Int, at now: Timestamp) {
        if port.settings.pois?.settings.hasRegions == true {
            updatePOIFences(of: device, quietAt: now)
        } else if !tracker.engine.assignments(ofDevice: device).isEmpty {
            change(FenceAssignment(time: now, device: tracker.engine.deviceID(device), fences: []))
        }
        deliver(at: now)
    }
}
