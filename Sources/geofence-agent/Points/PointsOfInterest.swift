import GeofenceCore

/// Points of interest, and what is published of those near each device.
struct PointsOfInterest: Hashable, Sendable {
    let settings: PointSettings
    let table: PointTable

    /// Hash of the points and rules: what was published of others, or fences by other rules, is renewed.
    func fingerprint(_ rules: Rules) -> String {
        var writer = ByteWriter()
        settings.write(to: &writer)
        if settings.hasRegions { rules.write(to: &writer) }
        return Fingerprint.fnv1a(writer.bytes, after: table.fingerprint)
    }
}

extension PointSettings {
    /// Everything that has a say in what is published, value by value.
    fileprivate func write(to writer: inout ByteWriter) {
        writer.integer(Int64(nearest))
        for number in [searchRadius, filter.distance, filter.time] { writer.double(number) }
        writer.list(tags) { $0.text($1) }
        writer.list(regions) { $0.double($1) }
        writer.integer(Int64(regionsAround))
        writer.optional(radius) { $0.text($1) }
        writer.optional(timeZone) { $0.text($1.name) }
        guard let travel else { return }
        writer.optional(travel.profile) { $0.text($1) }
        for number in [travel.every, travel.distance] { writer.double(number) }
    }
}

extension AgentSettings {
    /// The fingerprint of the points of interest, with the rules of the fences around them; empty where there
    /// are none.
    var pointsFingerprint: String { pois?.fingerprint(rules) ?? "" }
}
