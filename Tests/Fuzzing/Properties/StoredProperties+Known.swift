import GeofenceCore

/// The fences that the devices in the corpus know, with all that a record of them may hold.
extension StoredProperties {
    static let known = [depot, yard, lounge, plot, convoy, office].compactMap(\.self)

    /// All that lasts: holds, dwell times, silence, a speed limit.
    private static let depot = fence(
        "depot",
        circle(52.5432, 13.3661, 150),
        wifi: ["DepotNet"],
        groups: ["sites"]
    ) {
        ($0.enterAfter, $0.exitAfter, $0.dwell) = (10, 20, [30, 300])
        ($0.staleAfter, $0.speedLimit, $0.speedFor) = (3600, 30, 5)
    }

    /// Across the antimeridian, and watched between fixes.
    private static let yard = fence("yard", circle(0, 180, 1000), groups: ["sites"]) {
        ($0.wifiExpiry, $0.accuracy, $0.crossing) = (60, .lenient, true)
    }

    private static let lounge = fence("lounge", nil, wifi: ["bssid:aa:*"]) { $0.wifiExpiry = 60 }

    /// A polygon with a corner that goes in.
    private static let plot: Fence? = {
        let corners = [
            (13.0, 52.0), (13.01, 52.0), (13.01, 52.01), (13.005, 52.002), (13.0, 52.01), (13.0, 52.0),
        ]
        let ring = corners.compactMap { try? Position(longitude: $0, latitude: $1) }
        guard let area = try? Area(polygons: [[ring]]) else { return nil }
        return fence("plot", .area(area)) {
            ($0.accuracy, $0.crossing, $0.initialEvents) = (.strict, true, true)
        }
    }()

    private static let convoy: Fence? = {
        guard let id = try? Identifier("convoy"), let lead = try? Identifier("lead") else { return nil }
        return try? Fence(id: id, shape: nil, follows: Follow(device: lead, radius: 200))
    }()

    /// Open on weekdays.
    private static let office: Fence? = {
        let days = Weekdays.all.subtracting([.saturday, .sunday])
        guard let hours = try? WeeklyWindow(days: days, from: 28_800, to: 64_800, timeZone: .utc) else {
            return nil
        }
        return fence("office", circle(52.52, 13.405, 80), schedule: Schedule(windows: [hours])) { _ in }
    }()

    private static func circle(_ latitude: Double, _ longitude: Double, _ radius: Double) -> Shape? {
        (try? Circle(center: Coordinate(latitude: latitude, longitude: longitude), radius: radius)).map(
            Shape.circle
        )
    }

    private static func fence(
        _ id: String,
        _ shape: Shape?,
        wifi: [String] = [],
        groups: [String] = [],
        schedule: Schedule? = nil,
        _ change: (inout Rules) -> Void
    ) -> Fence? {
        var rules = Rules()
        change(&rules)
        return try? Fence(
            id: Identifier(id),
            shape: shape,
            wifi: wifi.map { try WiFiPattern($0) },
            groups: groups.map { try Identifier($0) },
            schedule: schedule,
            rules: rules
        )
    }
}
