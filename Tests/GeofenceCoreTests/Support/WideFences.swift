import BenchmarkSupport
import GeofenceCore

/// Random fences of every kind and with every rule, close to each other near 0° north, 13° east.
struct WideFences {
    /// What fences may have beyond circles.
    struct Features: OptionSet {
        let rawValue: Int

        static let shapes = Features(rawValue: 1)
        static let networks = Features(rawValue: 2)
        static let schedules = Features(rawValue: 4)
        static let groups = Features(rawValue: 8)
        static let filters = Features(rawValue: 16)
        static let altitudes = Features(rawValue: 32)
        static let followers = Features(rawValue: 64)
        static let crossings = Features(rawValue: 128)
        static let silences = Features(rawValue: 256)
        static let speeds = Features(rawValue: 512)
        static let holds = Features(rawValue: 1024)
        static let dwells = Features(rawValue: 2048)
        static let all = Features(rawValue: 4095)
    }

    static let networks = ["Depot", "Lounge", "Cafe"]

    private var random: SeededGenerator
    private let features: Features

    init(seed: UInt64, _ features: Features) {
        random = SeededGenerator(seed: seed)
        self.features = features
    }

    private mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

    private mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }

    /// Whether a feature is to be had, in one of so many fences; as many numbers are drawn without it.
    private mutating func has(_ feature: Features, oneIn count: Int) -> Bool {
        below(count) == 0 && features.contains(feature)
    }

    mutating func fence(_ id: String) throws -> Fence {
        let follows = has(.followers, oneIn: 5) ? try follow() : nil
        let isNetwork = has(.networks, oneIn: 7) && follows == nil
        let networks = has(.networks, oneIn: 4) || isNetwork ? [try WiFiPattern(pick(Self.networks))] : []
        let shape = isNetwork || follows != nil ? nil : try shape()
        return try Fence(
            id: Identifier(id),
            shape: shape,
            follows: follows,
            wifi: networks,
            altitude: has(.altitudes, oneIn: 4) ? AltitudeBand(minimum: nil, maximum: 20) : nil,
            devices: has(.filters, oneIn: 4) ? [DevicePattern(pick(["d0", "d1", "*2"]))] : [],
            groups: groups(),
            schedule: has(.schedules, oneIn: 4) ? try schedule() : nil,
            rules: rules()
        )
    }

    /// The same fence with other rules and groups.
    mutating func otherRules(of fence: Fence) throws -> Fence {
        try Fence(
            id: fence.id,
            shape: fence.shape,
            follows: fence.follows,
            wifi: fence.wifi,
            altitude: fence.altitude,
            devices: fence.devices,
            groups: groups(),
            schedule: fence.schedule,
            rules: rules()
        )
    }

    private mutating func follow() throws -> Follow {
        try Follow(device: Identifier("d\(below(3))"), radius: pick([50, 150]))
    }

    private mutating func groups() throws -> [Identifier] {
        guard has(.groups, oneIn: 2) else { return [] }
        return try pick([["north"], ["south"], ["north", "south"], ["zoo", "north"]]).map {
            try Identifier($0)
        }
    }

    private mutating func rules() -> Rules {
        var rules = Rules()
        rules.accuracy = pick(AccuracyRule.allCases)
        rules.margin = pick([0, 0, 20])
        rules.maxAccuracy = pick([50, 200, 1000])
        let (enter, exit) = (pick([0.0, 0, 5, 30]), pick([0.0, 0, 10, 30]))
        if features.contains(.holds) { (rules.enterAfter, rules.exitAfter) = (enter, exit) }
        if has(.dwells, oneIn: 2) { rules.dwell = pick([[10], [5, 20, 60]]) }
        if has(.networks, oneIn: 2) { rules.wifiExpiry = pick([10, 30]) }
        rules.initialEvents = below(3) == 0
        rules.crossing = has(.crossings, oneIn: 2)
        rules.maxGap = pick([30, 300])
        if has(.silences, oneIn: 3) { rules.staleAfter = pick([15, 40]) }
        if has(.speeds, oneIn: 3) { rules.speedLimit = pick([20, 50]) }
        rules.speedFor = pick([0, 0, 10])
        return rules
    }

    /// Windows of minutes after midnight, when the tests begin, or an end.
    private mutating func schedule() throws -> Schedule {
        let windows = try (0...below(3)).map { _ in
            let from = below(20) * 60
            let to = from + (below(5) + 1) * 60
            return try WeeklyWindow(days: .all, from: from, to: to, timeZone: .utc)
        }
        let expires = Timestamp(milliseconds: Int64(below(1200)) * 1000)
        switch below(4) {
        case 0: return Schedule(windows: windows, expires: expires)
        case 1: return Schedule(expires: expires)
        default: return Schedule(windows: windows)
        }
    }

    private mutating func shape() throws -> Shape {
        let kind = below(6)
        let (east, north) = (position(), position())
        guard features.contains(.shapes), kind > 1 else {
            let center = try Coordinate(latitude: north, longitude: 13 + east)
            return .circle(try Circle(center: center, radius: pick([20, 60, 100, 250])))
        }
        let (width, height) = (pick([0.0003, 0.001, 0.002]), pick([0.0003, 0.001, 0.002]))
        func corner(_ east: Double, _ north: Double) throws -> Position {
            try Position(longitude: 13 + east, latitude: north)
        }
        switch kind {
        case 2:
            return .rectangle(
                try Rectangle(west: 13 + east, south: north, east: 13 + east + width, north: north + height)
            )
        case 3:
            let line = try [
                corner(east, north), corner(east + width, north), corner(east + width, north + height),
            ]
            return .corridor(try Corridor(line: line, width: pick([15, 60])))
        default:
            let ring = try [
                corner(east, north), corner(east + width, north),
                corner(east + width / 3, north + height / 3),
                corner(east, north + height), corner(east, north),
            ]
            return .area(try Area(polygons: [[ring]]))
        }
    }

    private mutating func position() -> Double { Double(below(12)) * 0.0005 }
}
