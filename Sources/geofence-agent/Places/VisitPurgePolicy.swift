import GeofenceCore

/// Has visits purged that are too old, of devices that report no more too; once a day, and after a start.
///
/// It looks at the visits of a few devices at a time, so that messages are read meanwhile, and answers with
/// an input.
struct VisitPurgePolicy {
    /// Devices at most whose visits are purged at once; each takes a millisecond or two.
    var devicesPerTurn = 16
    /// The day, in days since 1970, on which old visits were last looked for.
    private var day: Int64?
    /// Devices that have yet to be looked at: those of the numbers below.
    private var remaining = 0

    /// Whether there are devices to look at.
    var hasWork: Bool { remaining > 0 }

    /// A new day: every device is looked at again.
    mutating func begin(at now: Timestamp, _ tracker: borrowing Tracker) {
        let today = now.milliseconds / 86_400_000
        if today != day { (day, remaining) = (today, tracker.engine.deviceLimit) }
    }

    /// The next purge; nil where no device has visits that are too old.
    mutating func next(at now: Timestamp, keepFor: Double, _ tracker: borrowing Tracker) -> Input? {
        let oldest = now.advanced(byMilliseconds: -Seconds.milliseconds(keepFor))
        var due: [Identifier] = []
        while remaining > 0, due.count < devicesPerTurn {
            remaining -= 1
            guard tracker.engine.hasOldVisits(device: remaining, before: oldest) else { continue }
            due.append(tracker.engine.deviceID(remaining))
        }
        return due.isEmpty ? nil : .purge(before: oldest, of: due)
    }
}
