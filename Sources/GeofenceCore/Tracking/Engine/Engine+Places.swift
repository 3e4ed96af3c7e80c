/// Visits and zones of devices.
extension Engine {
    /// Shows a device's visits and zones the positions that an observation has brought.
    mutating func notePlaces(_ device: Int, _ effects: inout Effects) {
        guard let placeRules, device < places.count else { return }
        let positions = scratch.positions
        scratch.positions.removeAll(keepingCapacity: true)
        for position in positions {
            let (reports, hasNewZones) = places[device].take(position.value, at: position.time, placeRules)
            for report in reports {
                effects.visits.append(VisitEvent(device: devices[device].id, report: report))
            }
            if hasNewZones { effects.zones.append(device) }
        }
    }

    /// The visit that a device is on, once it is certain.
    public func visit(device: Int) -> Visit? {
        device < places.count ? places[device].detector.current : nil
    }

    /// The zones of a device by their ids, with what they are to the person by the clocks of the rules; none where none are looked for.
    ///
    /// - Complexity: O(hours of all its visits); ask when `Effects.zones` names the device.
    public func zones(device: Int) -> [Zone] {
        guard let placeRules, device < places.count else { return [] }
        return places[device].zones?.zones(in: placeRules.timeZone) ?? []
    }

    /// The id of the zone that a place most probably belongs to, if any.
    public func zone(at place: Coordinate, device: Int) -> Timestamp? {
        device < places.count ? places[device].zones?.zone(at: place) : nil
    }

    /// Whether a device has any zone.
    public func hasZones(device: Int) -> Bool {
        device < places.count && places[device].zones?.zoneCount ?? 0 > 0
    }

    /// Unlearns all visits that ended before a moment, of every device; an input like any other, to be kept in the journal.
    ///
    /// Devices purge themselves with each departure where `PlaceRules.keepFor` is set; this is for those that are not heard of any more.
    public mutating func purgePlaces(before time: Timestamp, _ effects: inout Effects) {
        for device in places.indices where places[device].purge(before: time) { effects.zones.append(device) }
    }

    /// Goes on by other rules: a visit that lasts goes on, zones are learnt anew where their rules have changed.
    ///
    /// Nil forgets all visits and zones.
    public mutating func change(places rules: PlaceRules?, _ effects: inout Effects) {
        guard rules != placeRules else { return }
        let before = placeRules
        placeRules = rules
        scratch.keepsPositions = rules != nil
        guard let rules else { return places.removeAll() }
        while places.count < devices.count { places.append(Places(rules)) }
        guard before != nil else { return }
        for device in places.indices where places[device].change(to: rules) { effects.zones.append(device) }
    }
}
