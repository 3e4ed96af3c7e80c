import GeofenceCore

extension PlaceSettings {
    /// What is found of visits and zones, in one line; nil where nothing is.
    var summary: String? {
        guard let rules else { return nil }
        let visits = rules.visits
        var parts = [
            "visits from \(NumberRange.text(visits.minDuration)) s on within \(NumberRange.text(visits.radius)) m"
        ]
        if rules.zones != nil {
            let others = rules.timeZones.isEmpty ? "" : " and others"
            let days = rules.keepFor.map { " of \(NumberRange.text($0 / 86_400)) days" } ?? ""
            parts.append("zones\(days) by the clocks of \(rules.timeZone.name)\(others)")
        }
        if let fenceRadius { parts.append("home and work as fences of \(NumberRange.text(fenceRadius)) m") }
        return parts.joined(separator: "; ")
    }
}
