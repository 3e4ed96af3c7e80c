import GeofenceCore

extension Agent {
    /// Erases all that is kept of a device, and its retained topics; no event says so.
    ///
    /// Devices leave the fences that go with it, which have no place until it is heard of again. A checkpoint has to follow in the same transaction: the journal still names the device.
    mutating func forget(_ device: Int, at now: Timestamp) {
        let id = engine.deviceID(device)
        withdraw(id, at: now)
        let left = engine.report(device: device).inside
        for slot in engine.reportedFences(device: device) {
            if let fence = engine.fence(slot)?.id { clear(setup.topics.status(id, fence), at: now) }
        }
        for group in engine.reportedGroups(device: device) { clear(setup.topics.group(group, id), at: now) }
        clear(setup.topics.device(id), at: now)
        if engine.hasZones(device: device) { clear(setup.topics.zones(id), at: now) }
        let regions = engine.assignments(ofDevice: device)
        if setup.pois != nil { clear(setup.topics.nearby(id), at: now) }
        nearby[id] = nil
        poiFences.drop(device)
        let followers = engine.followers(ofDevice: device)
        forgetDecisions(of: followers.map(\.id))
        tracker.changeFollowers(setting: [], removing: followers.map(\.id), at: now, &effects)
        deliver(at: now)
        let slots = regions.compactMap { engine.slot(of: $0.id) }
        tracker.forget(device)
        decisions.drop(device: device)
        decisions.drop(fences: Set(slots.filter { engine.fence($0) == nil }))
        history.drop(device, id)
        throttle.drop(device)
        tracker.changeFollowers(setting: followers, removing: [], at: now, &effects)
        ownNetworks[id] = nil
        forgetPast(of: id)
        deliver(at: now)
        for region in regions where engine.slot(of: region.id) == nil {
            clear(setup.topics.fence(region.id), at: now)
        }
        forgetPhone(id, at: now)
        forgetLearned(id, at: now)
        for fence in left { enqueueFence(fence, at: now) }
    }

    /// Has the store erase what it keeps of a device with the next checkpoint.
    mutating func forgetPast(of id: Identifier) {
        forgotten.append(Array(id.description.utf8))
        pendingPastVisits.removeAll { $0 == id }
        streamed.forget(id)
        wantsSetup = true
    }
}
