import GeofenceCore

extension Agent {
    /// Erases all that is kept of a device, and its retained topics; no event says so.
    ///
    /// Devices leave the fences that go with it, which have no place until it reports again. A checkpoint has
    /// to follow in the same transaction: the journal still names the device.
    mutating func forget(_ device: Int, at now: Timestamp) {
        let id = tracker.engine.deviceID(device)
        port.now = now
        outputs.withdraw(device, tracker, &port)
        let regions = tracker.engine.assignments(ofDevice: device).compactMap {
            tracker.engine.slot(of: $0.id)
        }
        let followers = tracker.engine.followers(ofDevice: device)
        forgetDecisions(of: followers.map(\.id))
        tracker.changeFollowers(setting: [], removing: followers.map(\.id), at: now, &effects)
        deliver(at: now)
        tracker.forget(device)
        intake.silences.drop(device)
        intake.shares.drop(device)
        poiFences.drop(device)
        noteDecisions()
        decisions.drop(device: device)
        decisions.drop(fences: Set(regions.filter { tracker.engine.fence($0) == nil }))
        tracker.changeFollowers(setting: followers, removing: [], at: now, &effects)
        forgetPast(of: id)
        deliver(at: now)
        forgetLearned(id, at: now)
        port.now = now
        followUp(outputs.drop(device, id, tracker, &port), at: now)
    }

    /// Has the store erase what it keeps of a device with the next checkpoint.
    mutating func forgetPast(of id: Identifier) {
        pending.forgotten.append(Array(id.description.utf8))
        pastVisits.pending.removeAll { $0 == id }
        intake.streamed.forget(id)
        port.pastDesk.forget(id)
        pending.isDue = true
        pending.hasOtherCounts = true
    }
}
