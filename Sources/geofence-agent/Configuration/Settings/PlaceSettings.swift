import GeofenceCore

/// Whether visits and zones of devices are found, and what becomes of them.
struct PlaceSettings: Hashable, Sendable {
    /// How they are found; nil where they are not.
    var rules: PlaceRules?
    /// Metres of the circles that zones called home or work become as fences; nil where they become none.
    var fenceRadius: Double?
    /// The share of a zone's visits that its polygon holds, 0.5 to 0.999.
    var quantile = 0.95

    /// The keys of `visits`.
    enum VisitKey: String, ConfigurationKey { case radius, minDuration, leaveAfter, maxGap, maxAccuracy }
    /// The keys of `zones`; `timeZone` is another spelling of `timezone`.
    enum ZoneKey: String, ConfigurationKey {
        case fences, radius, timezone, timeZone, days, quantile, timezones
    }

    /// The keys of an element of `timezones`.
    enum DeviceTimeZoneKey: String, ConfigurationKey { case devices, timezone }

    /// Neither.
    init() {}

    /// Reads `visits` and `zones`; zones are made of visits, so that they bring them along.
    ///
    /// Visits are unlearnt with the history of so many days, unless `zones` says otherwise.
    init(visits: ValueReader?, zones: ValueReader?, historyDays: Int?) {
        guard visits != nil || zones != nil else { return }
        var rules = PlaceRules()
        if let visits { rules.visits = VisitRules(reading: visits) ?? rules.visits }
        rules.keepFor = historyDays.map { Double($0) * 86_400 }
        if let zones { read(zones, &rules) }
        self.rules = rules
    }

    private mutating func read(_ zones: ValueReader, _ rules: inout PlaceRules) {
        rules.zones = ZoneRules()
        guard let object = zones.object(ZoneKey.self) else { return }
        let radius = object[.radius]?.number(NumberRange(lower: 10, upper: 1_000, unit: "metres")) ?? 50
        if object[.fences]?.flag() == true { fenceRadius = radius }
        quantile = object[.quantile]?.number(NumberRange(lower: 0.5, upper: 0.999, unit: "")) ?? quantile
        if let days = object[.days]?.number(NumberRange(lower: 1, upper: 36_500, unit: "days")) {
            rules.keepFor = days * 86_400
        }
        rules.timeZones = object[.timezones]?.list()?.compactMap { $0.deviceTimeZone() } ?? []
        if let zone = object[.timezone] ?? object[.timeZone] {
            rules.timeZone = zone.timeZone() ?? .utc
        } else {
            zones.warn(
                "home and work are told apart by the clocks of UTC; name yours, such as \"timezone\": \"Europe/Berlin\""
            )
        }
    }
}

extension ValueReader {
    /// An element of `timezones`.
    fileprivate func deviceTimeZone() -> PlaceRules.DeviceTimeZone? {
        guard let object = object(PlaceSettings.DeviceTimeZoneKey.self) else { return nil }
        let devices = object.required(.devices, "name the devices that it is for, such as [\"us-*\"]")?
            .devices()
        let hint = "name the clocks, such as \"America/New_York\""
        guard let zone = object.required(.timezone, hint)?.timeZone(), let devices else { return nil }
        return .init(devices: devices, timeZone: zone)
    }
}

extension VisitRules {
    /// Reads `visits`; nil where a value is out of its range.
    fileprivate init?(reading value: ValueReader) {
        guard let object = value.object(PlaceSettings.VisitKey.self) else { return nil }
        let usual = VisitRules()
        func number(_ key: PlaceSettings.VisitKey, _ lower: Double, _ upper: Double, _ unit: String)
            -> Double?
        {
            object[key]?.number(NumberRange(lower: lower, upper: upper, unit: unit))
        }
        try? self.init(
            radius: number(.radius, 1, 1_000, "metres") ?? usual.radius,
            minDuration: number(.minDuration, 0, 86_400, "seconds") ?? usual.minDuration,
            leaveAfter: number(.leaveAfter, 0, 86_400, "seconds") ?? usual.leaveAfter,
            maxGap: number(.maxGap, 60, 2_678_400, "seconds") ?? usual.maxGap,
            maxAccuracy: number(.maxAccuracy, 1, 10_000, "metres") ?? usual.maxAccuracy
        )
    }
}
