/// The visits and the zones of one device.
struct Places: Hashable {
    var detector = VisitDetector()
    /// Nil where zones are not looked for.
    var zones: ZoneMap?

    init(_ rules: PlaceRules) {
        zones = rules.zones.map(ZoneMap.init(rules:))
    }

    init(detector: VisitDetector, zones: ZoneMap?) {
        (self.detector, self.zones) = (detector, zones)
    }

    /// Ends the visit that lasts: nothing has come of the device for too long, or nobody asks any more.
    mutating func finish(_ rules: PlaceRules) -> ([VisitReport], Bool) { learn(detector.finish(), rules) }

    /// Learns from the visits that have ended among what the detector reports; says that again, and whether
    /// the zones are others now.
    mutating func learn(_ reports: [VisitReport], _ rules: PlaceRules) -> ([VisitReport], Bool) {
        guard !reports.isEmpty else { return ([], false) }
        var hasNewZones = false
        for case .departure(let visit) in reports where zones?.add(visit) == true {
            hasNewZones = true
            if let keepFor = rules.keepFor, let departure = visit.departure {
                purgeDaily(before: departure.advanced(byMilliseconds: -Seconds.milliseconds(keepFor)))
            }
        }
        return (reports, hasNewZones)
    }

    /// Unlearns old visits, once the oldest has been too old for a day.
    private mutating func purgeDaily(before time: Timestamp) {
        guard let oldest = zones?.oldestDeparture,
            time.millisecondsSince(oldest) > CivilDate.millisecondsPerDay
        else { return }
        _ = zones?.purge(before: time)
    }

    /// Learns visits of the past; says whether there was any that is not known.
    mutating func add(past visits: [Visit]) -> Bool { zones?.add(past: visits) ?? false }

    /// Whether there are visits that ended before a moment.
    func hasVisits(before time: Timestamp) -> Bool { zones?.hasVisits(before: time) ?? false }

    /// Unlearns old visits; says whether there was any.
    mutating func purge(before time: Timestamp) -> Bool { zones?.purge(before: time) ?? false }

    /// Goes on by other rules; says whether the zones may be others now.
    mutating func change(to rules: PlaceRules) -> Bool {
        guard let wanted = rules.zones else {
            defer { zones = nil }
            return zones != nil
        }
        if zones == nil { zones = ZoneMap(rules: wanted) }
        zones?.change(to: wanted)
        return true
    }
}
