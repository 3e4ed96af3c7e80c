/// Visits and zones of devices.
extension Engine {
    /// Ends the visit that a device is on, with its last position, where it is on one.
    mutating func endVisit(of device: Int, _ effects: inout Effects) {
        guard let placeRules, device < places.count else { return }
        note(places[device].finish(placeRules), of: device, &effects)
    }

    /// Shows a device's visits and zones the positions that an observation has brought: two where it confirms
    /// the one before it; says whether a visit has begun or ended by that.
    mutating func notePlaces(_ device: Int, since mark: Effects.Mark, _ effects: inout Effects) -> Bool {
        let new = mark.positions..<effects.positions.count
        guard !new.isEmpty else { return false }
        defer { if !effects.keepsTrack { effects.positions.removeSubrange(new) } }
        guard let visitRules, device < places.count else { return false }
        let visits = effects.visits.count
        for index in new {
            let position = effects.positions[index]
            guard !places[device].detector.extend(with: position.fix, at: position.time, visitRules)
            else { continue }
            let reports = places[device].detector.add(position.fix, at: position.time, visitRules)
            // All rules would be copied where there is nothing to report, as for most.
            guard !reports.isEmpty, let placeRules else { continue }
            note(places[device].learn(reports, placeRules), of: device, &effects)
        }
        return effects.visits.count > visits
    }

    private func note(_ news: ([VisitReport], hasNewZones: Bool), of device: Int, _ effects: inout Effects) {
        for report in news.0 { effects.visits.append(VisitEvent(device: devices[device].id, report: report)) }
        if news.hasNewZones { effects.zones.append(device) }
    }

    /// When a device's visit is over for want of fixes, in the device's own time; all time where none lasts.
    func visitDeadline(_ device: Int) -> Timestamp {
        guard device < places.count, let visitRules else { return .distantFuture }
        return places[device].detector.overdue(visitRules) ?? .distantFuture
    }

    /// Ends a device's visit where nothing has come for too long up to a moment; says whether that was so.
    mutating func endSilentVisit(of device: Int, by time: Timestamp, _ effects: inout Effects) -> Bool {
        guard visitDeadline(device) <= time, let placeRules else { return false }
        note(places[device].finish(placeRules), of: device, &effects)
        noteChange(device)
        return true
    }

    /// The visit that a device is on, once it is certain.
    public func visit(device: Int) -> Visit? {
        device < places.count ? places[device].detector.current : nil
    }

    /// The zones of a device by their ids, with what they are to the person by the clocks of the rules; none
    /// where none are looked for.
    ///
    /// - Complexity: O(hours of all its visits); ask when `Effects.zones` names the device.
    public func zones(device: Int) -> [Zone] {
        guard let placeRules, device < places.count else { return [] }
        return places[device].zones?.zones(in: placeRules.timeZone(of: devices[device].id)) ?? []
    }

    /// The finished visits that a device's zones are learnt from, as they are kept, by arrival; none where no
    /// zones are looked for.
    public func learntVisits(device: Int) -> [Visit] {
        guard device < places.count, let zones = places[device].zones else { return [] }
        return zones.visits
    }

    /// The id of the zone that a place most probably belongs to, if any.
    public func zone(at place: Coordinate, device: Int) -> Timestamp? {
        device < places.count ? places[device].zones?.zone(at: place) : nil
    }

    /// Whether a device has any zone.
    public func hasZones(device: Int) -> Bool {
        device < places.count && places[device].zones?.zoneCount ?? 0 > 0
    }

    /// Learns finished visits of a device's past, as if each had come in its turn; an input like any other,
    /// to be kept in the journal.
    ///
    /// Those whose arrival is that of a known one are passed over.
    public mutating func learn(past visits: [Visit], of device: Int, _ effects: inout Effects) {
        guard device < places.count, places[device].add(past: visits) else { return }
        noteChange(device)
        effects.zones.append(device)
    }

    /// Whether a device has visits that ended before a moment, for `purgePlaces` to unlearn; false where
    /// there is no such device.
    public func hasOldVisits(device: Int, before time: Timestamp) -> Bool {
        directory.contains(device) && device < places.count && places[device].hasVisits(before: time)
    }

    /// Unlearns all visits of a device that ended before a moment; an input like any other, to be kept in the
    /// journal.
    ///
    /// Devices purge themselves with each departure where `PlaceRules.keepFor` is set; this is for those that
    /// are not heard of any more.
    public mutating func purgePlaces(of device: Int, before time: Timestamp, _ effects: inout Effects) {
        guard device < places.count, places[device].purge(before: time) else { return }
        noteChange(device)
        effects.zones.append(device)
    }

    /// Goes on by other rules: a visit that lasts goes on, zones are learnt anew where their rules have
    /// changed.
    ///
    /// Nil forgets all visits and zones; a visit that lasts ends then, so that whoever has heard of its
    /// beginning hears of an end.
    public mutating func change(places rules: PlaceRules?, _ effects: inout Effects) {
        guard rules != placeRules else { return }
        let before = placeRules
        if rules == nil, let before { finishAll(before, &effects) }
        placeRules = rules
        context.scratch.keepsPositions = rules != nil
        for device in deviceNumbers { noteChange(device) }
        guard let rules else { return places.removeAll() }
        while places.count < devices.count { places.append(Places(rules)) }
        guard before != nil else { return }
        for device in deviceNumbers where places[device].change(to: rules) { effects.zones.append(device) }
        for device in deviceNumbers { schedule(device) }
    }

    private mutating func finishAll(_ rules: PlaceRules, _ effects: inout Effects) {
        for device in deviceNumbers {
            note((places[device].finish(rules).0, hasNewZones: false), of: device, &effects)
        }
    }
}
