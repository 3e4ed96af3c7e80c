import GeofenceCore

/// What was told last of the points near a device.
struct NearbyRecord: Hashable {
    /// The points, the nearest first; none were told where there are none.
    var points: [Int]
    /// The position that it was told of.
    var place: Coordinate
    var time: Timestamp
}

extension Agent {
    /// Tells which points are near a device, where they are others than before, or it has moved and some time has passed.
    mutating func enqueueNearby(_ device: Int, at now: Timestamp) {
        guard let pois = setup.pois, pois.settings.nearest > 0,
            let (fix, time) = engine.lastFix(ofDevice: device)
        else { return }
        let id = engine.deviceID(device)
        let before = nearby[id]
        guard before?.time != time || before?.place != fix.coordinate else { return }
        let record = pois.record(of: fix.coordinate, time)
        guard before.map({ pois.settings.filter.lets(record, after: $0) }) ?? true else { return }
        nearby[id] = record
        guard before?.points.isEmpty == false || !record.points.isEmpty else { return }
        outbox.add(
            topic: setup.topics.nearby(id),
            payload: Reports.nearby(record, pois.table),
            isRetained: true,
            time: now.milliseconds
        )
    }

    /// What is near a device now, at least the nearest point, also where none is told: an object for each, and what a map shows of it.
    func pointsNear(_ device: Int) -> (objects: [[UInt8]], marks: [MapMark]) {
        guard let pois = setup.pois, let (fix, time) = engine.lastFix(ofDevice: device) else {
            return ([], [])
        }
        let record = pois.record(of: fix.coordinate, time, atLeast: 1)
        let marks = record.points.map { point in
            let (id, name) = pois.table.names(point)
            return MapMark(place: pois.table.place(point), name: name ?? id)
        }
        return (Reports.points(record, pois.table), marks)
    }

    /// The topic of a device's points as it was told last; nil where none were near.
    func nearbyMessage(_ device: Int) -> (topic: String, payload: [UInt8])? {
        let id = engine.deviceID(device)
        guard let pois = setup.pois, let record = nearby[id], !record.points.isEmpty else { return nil }
        return (setup.topics.nearby(id), Reports.nearby(record, pois.table))
    }

    /// After a restart: what was told follows from the last positions.
    mutating func restoreNearby() {
        guard let pois = setup.pois, pois.settings.nearest > 0, !hasOtherPoints else { return }
        for device in engine.deviceNumbers {
            guard let (fix, time) = engine.lastFix(ofDevice: device) else { continue }
            nearby[engine.deviceID(device)] = pois.record(of: fix.coordinate, time)
        }
    }

    /// Whether what is in the store was told by other points, or other rules for their fences, than those of the configuration.
    var hasOtherPoints: Bool { keptPoints != setup.pointsFingerprint }

    /// Brings the points of the configuration into force for all devices; a checkpoint has to follow.
    mutating func useConfiguredPoints(at now: Timestamp) {
        guard hasOtherPoints else { return }
        keptPoints = setup.pointsFingerprint
        nearby = [:]
        poiFences.reset()
        renewRegions(at: now)
        for device in engine.deviceNumbers {
            if setup.pois?.settings.hasRegions == true {
                updatePOIFences(of: device, quietAt: now)
            } else if !engine.assignments(ofDevice: device).isEmpty {
                change(FenceAssignment(time: now, device: engine.deviceID(device), fences: []))
            }
            deliver(at: now)
            enqueueNearby(device, at: now)
            let isReported = nearby[engine.deviceID(device)]?.points.isEmpty == false
            if !isReported, engine.hasFix(device) {
                clear(setup.topics.nearby(engine.deviceID(device)), at: now)
            }
        }
    }

    /// Fences around points that have moved or have other rules are put in their place: a status may change, without an event.
    private mutating func renewRegions(at now: Timestamp) {
        guard let pois = setup.pois, engine.assignedFenceCount > 0 else { return }
        var anew: [Identifier: Fence] = [:]
        for device in engine.deviceNumbers {
            guard let (fix, _) = engine.lastFix(ofDevice: device) else { continue }
            for point in pois.surrounding(fix, besides: [])
                + pois.points(around: device, tracker, rules: setup.rules)
            {
                for fence in pois.fences(around: point, rules: setup.rules) {
                    guard let old = engine.slot(of: fence.id).flatMap(engine.fence), old.isAssigned else {
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

extension PointsOfInterest {
    /// The points near a place, as many as the settings say.
    func record(of place: Coordinate, _ time: Timestamp, atLeast count: Int = 0) -> NearbyRecord {
        let count = max(count, settings.nearest)
        let found = table.index.nearest(count, to: place, within: settings.searchRadius)
        return NearbyRecord(points: found.map(\.number), place: place, time: time)
    }
}

extension PointSettings.Filter {
    /// Whether news are told: other points at once, the same ones once a device has moved and time has passed.
    func lets(_ new: NearbyRecord, after old: NearbyRecord) -> Bool {
        if new.points != old.points { return true }
        guard !new.points.isEmpty else { return false }
        return new.time.millisecondsSince(old.time).magnitude >= Seconds.milliseconds(time).magnitude
            && Geodesic.distance(new.place, old.place) >= distance
    }
}
