import GeofenceCore

/// Fences: each kind of shape, and everything that may stand beside it.
extension StoredInput {
    static func fences() throws -> [StoredInput] {
        try shapes().map { name, shape in
            try input(Fence(id: Identifier(name), shape: shape, rules: allRules(.hysteresis)))
        } + others().map(input)
    }

    private static func input(_ fence: Fence) -> StoredInput {
        StoredInput("fence-\(fence.id)") { fence.write(to: &$0) }
    }

    private static func shapes() throws -> [(String, Shape)] {
        let hole = try ring([13.363, 52.542, 13.366, 52.542, 13.366, 52.543, 13.363, 52.542])
        let yard = try ring([13.36, 52.54, 13.37, 52.54, 13.37, 52.55, 13.36, 52.55, 13.36, 52.54])
        let west = try ring([179, -17, 180, -17, 180, -16, 179, -16, 179, -17])
        let east = try ring([-180, -17, -179, -17, -179, -16, -180, -16, -180, -17])
        let beyond = try ring([179, 1, 181, 1, 181, 2, 179, 1])
        let cap = try ring([-180, 70, -90, 75, 0, 70, 90, 75, 180, 70, 180, 90, -180, 90, -180, 70])
        let round = try ring([0, -80, 120, -75, 240, -80, 360, -80])
        return try [
            ("circle", .circle(circle(52.5432, 13.3661, 150))),
            ("pole", .circle(circle(90, 0, 500_000))),
            ("world", .circle(circle(0, 180, Circle.maximumRadius))),
            ("polygon", .area(Area(polygons: [[yard, hole]]))),
            ("isles", .area(Area(polygons: [[west], [east], [beyond]]))),
            ("cap", .area(Area(polygons: [[cap]]))),
            ("round", .area(Area(polygons: [[round]]))),
            (
                "road",
                .corridor(Corridor(line: ring([13, 52, 13.1, 52.05, 13.05, 52.1, 13.05, 52]), width: 30))
            ),
            (
                "strait",
                .corridor(Corridor(line: ring([179.9, 0, 180.1, 0.1]), width: Corridor.maximumWidth))
            ),
            ("box", .rectangle(Rectangle(west: 13.36, south: 52.54, east: 13.37, north: 52.55))),
            ("seam", .rectangle(Rectangle(west: 179, south: -17, east: -179, north: -16))),
            ("lid", .rectangle(Rectangle(west: -180, south: 60, east: 180, north: 90))),
        ]
    }

    private static func others() throws -> [Fence] {
        let place = try Shape.circle(circle(52.52, 13.405, 80))
        return try [
            Fence(id: Identifier("networks"), shape: nil, wifi: patterns, rules: allRules(.lenient)),
            Fence(
                id: Identifier("follows"),
                shape: nil,
                follows: Follow(device: Identifier("lead"), radius: 50)
            ),
            Fence(
                id: Identifier("full"),
                name: "Dépôt \u{1F69A}",
                shape: place,
                wifi: patterns,
                altitude: AltitudeBand(minimum: 34.5, maximum: 60),
                devices: [DevicePattern("van*"), DevicePattern("*er")],
                groups: [Identifier("sites"), Identifier("north")],
                schedule: schedule(expires: nil),
                rules: allRules(.strict)
            ),
            Fence(id: Identifier("schedule"), shape: place, schedule: schedule(expires: 1_790_000_000_000)),
            Fence(id: Identifier("expires"), shape: place, schedule: Schedule(expires: .farAhead)),
            Fence(id: Identifier("above"), shape: place, altitude: AltitudeBand(minimum: 100, maximum: nil)),
        ]
    }

    private static var patterns: [WiFiPattern] {
        get throws { try [WiFiPattern("DepotNet"), WiFiPattern("bssid:aa:bb:cc:*")] }
    }

    /// Nights and office hours, in a zone with summer time and in UTC.
    private static func schedule(expires: Int64?) throws -> Schedule {
        let changes: [(Int64, Int)] = [
            (1_743_296_400, 7200), (1_761_440_400, 3600), (1_774_746_000, 7200), (1_792_890_000, 3600),
        ]
        let berlin = try TimeZoneTable(
            name: "Europe/Berlin",
            firstOffset: 3600,
            changes: changes.map { .init(from: Timestamp(milliseconds: $0 * 1000), offset: $1) }
        )
        let week = Weekdays.all.subtracting([.saturday, .sunday])
        return try Schedule(
            windows: [
                WeeklyWindow(days: week, from: 28_800, to: 59_400, timeZone: berlin),
                WeeklyWindow(days: [.saturday], from: 79_200, to: 21_600, timeZone: berlin),
                WeeklyWindow(days: [.sunday], from: 0, to: 86_400, timeZone: .utc),
            ],
            expires: expires.map(Timestamp.init(milliseconds:))
        )
    }

    static func allRules(_ accuracy: AccuracyRule) -> Rules {
        var rules = Rules()
        (rules.accuracy, rules.margin, rules.maxAccuracy) = (accuracy, 12.5, 500)
        (rules.enterAfter, rules.exitAfter, rules.dwell) = (10, 20, [300, 1800])
        (rules.wifiExpiry, rules.initialEvents, rules.crossing) = (900, true, true)
        (rules.maxGap, rules.staleAfter, rules.speedLimit, rules.speedFor) = (120, 3600, 30, 5)
        return rules
    }

    static func circle(_ latitude: Double, _ longitude: Double, _ radius: Double) throws -> Circle {
        try Circle(center: Coordinate(latitude: latitude, longitude: longitude), radius: radius)
    }

    /// Positions from longitudes and latitudes in turn.
    private static func ring(_ degrees: [Double]) throws -> [Position] {
        try stride(from: 0, to: degrees.count, by: 2).map {
            try Position(longitude: degrees[$0], latitude: degrees[$0 + 1])
        }
    }
}
