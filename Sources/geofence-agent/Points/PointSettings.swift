import GeofenceCore

/// What is published of the points of interest near each device.
struct PointSettings: Hashable, Sendable {
    /// How many points are published, 0 to 20; 0: none are.
    var nearest = 1
    /// Metres beyond which a point is not near, above 0 up to 1,000,000.
    var searchRadius = 5000.0
    /// Metres and seconds that have to have passed, both, until the same points are published again, with
    /// their distances.
    var filter = Filter()
    /// Points that have none of these tags or types are left out; none given: all are taken.
    var tags: [String] = []
    /// Radii in metres of the fences around the nearest points; none given: no fences.
    var regions: [Double] = []
    /// How many points have fences around them, 1 to 20.
    var regionsAround = 1
    /// The property of a point that has the radius of its fence in metres, in the place of `regions`.
    var radius: String?
    /// Whose clocks opening hours go by that name no zone; nil: what is published then doesn't say whether
    /// they are open.
    var timeZone: TimeZoneTable?

    /// How far it is to the points along roads; nil: that is not asked.
    var travel: Travel?

    /// When a router is asked how far it is to the points near a device along roads.
    struct Travel: Hashable, Sendable {
        /// How it is gone; nil: as the router's settings say.
        var profile: String?
        /// Seconds and metres that have to have passed, both, until it is asked again for the same points.
        var every = 60.0
        var distance = 200.0

        enum Key: String, ConfigurationKey { case profile, every, distance }
    }

    /// What has to pass until the same points are published again.
    struct Filter: Hashable, Sendable {
        /// Metres.
        var distance = 100.0
        /// Seconds.
        var time = 20.0

        enum Key: String, ConfigurationKey { case distance, time }
    }

    /// The keys of `pois`.
    enum Key: String, ConfigurationKey {
        case files, nearest, searchRadius, filter, tags, regions, regionsAround, radius, timezone, travel
    }

    /// Whether points have fences around them.
    var hasRegions: Bool { !regions.isEmpty || radius != nil }

    /// The radii that fences around points may have.
    static let radii = NumberRange.positive(upTo: 100_000, "metres")

    /// Everything as by default.
    init() {}

    /// Reads `pois`, without the files.
    init(reading object: ObjectReader<Key>) {
        nearest = object[.nearest]?.integer(0...20, "points") ?? nearest
        searchRadius = object[.searchRadius]?.number(.positive(upTo: 1_000_000, "metres")) ?? searchRadius
        filter = object[.filter].map(Filter.init(reading:)) ?? filter
        tags = object[.tags]?.list()?.compactMap { $0.text() } ?? tags
        regions = object[.regions]?.list()?.compactMap { $0.number(Self.radii) } ?? regions
        regions = Set(regions).sorted()
        regionsAround = object[.regionsAround]?.integer(1...20, "points") ?? regionsAround
        radius = object[.radius]?.text()
        timeZone = object[.timezone]?.timeZone()
        travel = object[.travel].flatMap(Travel.init(reading:))
    }
}

extension PointSettings.Filter {
    fileprivate init(reading value: ValueReader) {
        guard let object = value.object(Key.self) else { return }
        distance = object[.distance]?.number(.upTo(1_000_000, "metres")) ?? distance
        time = object[.time]?.number(.upTo(NumberRange.thirtyDays, "seconds")) ?? time
    }
}

extension PointSettings.Travel {
    /// Reads `travel`: true, or an object; nil where it is off.
    fileprivate init?(reading value: ValueReader) {
        if case .bool(let isOn) = value.node.value {
            guard isOn else { return nil }
            return
        }
        guard let object = value.object(Key.self) else { return nil }
        profile = object[.profile]?.profile()
        every = object[.every]?.number(NumberRange(lower: 5, upper: 86_400, unit: "seconds")) ?? every
        distance = object[.distance]?.number(.upTo(1_000_000, "metres")) ?? distance
    }
}
