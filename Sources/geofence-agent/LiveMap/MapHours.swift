import GeofenceCore

/// Which fences are closed by their schedules, for the live map.
///
/// A turn costs nothing while no fence opens or closes.
struct MapHours {
    private struct Entry {
        let schedule: Schedule
        var isOpen: Bool
        /// When that changes; nil: never.
        var change: Timestamp?

        init(_ schedule: Schedule, at now: Timestamp) {
            self.schedule = schedule
            isOpen = schedule.isOpen(at: now)
            change = schedule.nextChange(after: now)
        }
    }

    private var entries: [Identifier: Entry] = [:]
    /// The first change of all; nil: none will come.
    private var nextChange: Timestamp?

    /// Notes the schedule of a fence as it is from now on; nil where it has none, or is gone.
    mutating func set(_ schedule: Schedule?, of fence: Identifier, at now: Timestamp) {
        entries[fence] = schedule.map { Entry($0, at: now) }
        note(entries[fence]?.change)
    }

    /// Whether a fence is closed now.
    func isClosed(_ fence: Identifier) -> Bool { entries[fence]?.isOpen == false }

    /// The fences that have opened or closed since.
    ///
    /// - Complexity: linear in the fences with a schedule, where one has changed.
    mutating func changed(at now: Timestamp) -> [Identifier] {
        guard let next = nextChange, next <= now else { return [] }
        nextChange = nil
        var changed: [Identifier] = []
        for (id, entry) in entries {
            if let change = entry.change, change <= now {
                let new = Entry(entry.schedule, at: now)
                if new.isOpen != entry.isOpen { changed.append(id) }
                entries[id] = new
            }
            note(entries[id]?.change)
        }
        return changed
    }

    private mutating func note(_ change: Timestamp?) {
        guard let change else { return }
        nextChange = nextChange.map { min($0, change) } ?? change
    }
}
