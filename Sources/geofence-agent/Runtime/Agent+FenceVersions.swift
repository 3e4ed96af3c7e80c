import GeofenceCore

/// The history keeps what fences were, so that it can be said why an event of the past came about.
///
/// Of fences that somebody has placed, in the configuration or by a request: those of zones, stops, waypoints
/// and points come and go with a device, and say where a person is.
extension Agent {
    /// Whether versions are kept.
    private var keepsFenceVersions: Bool { port.settings.history != nil }

    private func isPlaced(_ fence: Identifier) -> Bool {
        switch type(of: fence) {
        case .file, .custom: true
        case .poi, .zone, .stop: false
        }
    }

    /// Those of some fences that somebody has placed; where none are kept, none.
    func placed(_ fences: [Identifier]) -> [Identifier] {
        keepsFenceVersions ? fences.filter { isPlaced($0) } : []
    }

    /// Notes what a request has made of fences.
    mutating func noteFenceVersions(of fences: [Identifier], at time: Timestamp, by request: String) {
        for id in fences {
            if let fence = tracker.engine.fence(id) {
                port.fenceVersions.append(FenceVersion(fence, at: time, by: request))
            } else {
                port.fenceVersions.append(FenceVersion(goneFence: id, at: time, by: request))
            }
        }
    }

    /// Notes in what the configuration's fences differ from those in force, just before they come into force.
    mutating func noteFenceVersions(setting fences: [Fence], removing gone: [Identifier], at time: Timestamp)
    {
        guard keepsFenceVersions else { return }
        for fence in fences {
            let new = tracker.monitoring.inForce(fence)
            guard tracker.engine.fence(fence.id) != new, isPlaced(fence.id) else { continue }
            port.fenceVersions.append(FenceVersion(new, at: time, by: FenceVersion.Cause.file))
        }
        for id in gone where isPlaced(id) {
            port.fenceVersions.append(
                FenceVersion(goneFence: id, at: time, by: FenceVersion.Cause.file)
            )
        }
    }

    /// Notes all fences that there are, where the history has no versions yet.
    mutating func noteFirstFenceVersions(at time: Timestamp) {
        guard keepsFenceVersions else { return }
        // In a new store those are the configuration's.
        let cause = pending.hasFences ? FenceVersion.Cause.before : FenceVersion.Cause.file
        for fence in tracker.engine.allFences where isPlaced(fence.id) {
            port.fenceVersions.append(FenceVersion(fence, at: time, by: cause))
        }
    }
}
