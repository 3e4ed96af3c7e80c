import BenchmarkSupport
import GeofenceCore

@testable import geofence_agent

/// Random fences of every kind, with all that a fence can have, anywhere on Earth.
struct RandomFences {
    private var random: SeededGenerator
    private let zones: [TimeZoneTable]

    init(seed: UInt64) throws {
        random = SeededGenerator(seed: seed)
        let files = TimeZoneFiles(environment: [:])
        zones = [.utc, try files.table("Europe/Berlin")]
    }

    private mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
    private mutating func one(in count: Int) -> Bool { below(count) == 0 }
    private mutating func number(_ range: ClosedRange<Double>) -> Double {
        let number = Double.random(in: range, using: &random)
        return one(in: 3) ? number.rounded() : number
    }
    private mutating func maybe<Value>(_ value: (inout RandomFences) throws -> Value) rethrows -> Value? {
        one(in: 2) ? try value(&self) : nil
    }

    /// The fence of a number, with no other's id.
    mutating func fence(_ number: Int) throws -> Fence {
        let kind = below(7)
        let follows =
            kind == 5
            ? try Follow(device: Identifier("ship \(below(9))"), radius: self.number(1...5000)) : nil
        let shape = kind >= 5 ? nil : try shape(kind)
        let networks = try ["Depot \"1\"", "bssid:aa:bb:cc:*", "Büro & <Co>"].map { try WiFiPattern($0) }
        return try Fence(
            id: Identifier("fence \(number)/äöü".replacing("/", with: "-")),
            name: maybe { "Nr. \(number) \"\\\($0.below(9))\" <&>\t日本" },
            shape: shape,
            follows: follows,
            wifi: kind == 6 ? networks : Array(networks.prefix(below(3))),
            altitude: maybe {
                try AltitudeBand(minimum: $0.number(-5...5), maximum: $0.maybe { $0.number(6...90) })
            },
            devices: one(in: 3) ? [DevicePattern("van*"), DevicePattern("d1")] : [],
            groups: one(in: 3) ? [Identifier("sites"), Identifier("a b")] : [],
            schedule: one(in: 3) ? schedule() : nil,
            rules: rules()
        )
    }

    private mutating func shape(_ kind: Int) throws -> Shape {
        let (longitude, latitude) = (number(-179...179), number(-80...80))
        switch kind {
        case 0, 1:
            let center = try Coordinate(latitude: number(-90...90), longitude: number(-180...180))
            return .circle(try Circle(center: center, radius: number(0.5...20_000_000)))
        case 2:
            let east = longitude + number(0.5...1)
            let east180 = east > 180 ? east - 360 : east
            return .rectangle(
                try Rectangle(west: longitude, south: latitude, east: east180, north: latitude + 2)
            )
        case 3:
            let line = try (0...below(9) + 1).map {
                try Position(longitude: longitude + Double($0), latitude: latitude + number(-1...1))
            }
            return .corridor(try Corridor(line: line, width: number(1...5000)))
        default: return .area(try area(longitude, latitude))
        }
    }

    private mutating func area(_ longitude: Double, _ latitude: Double) throws -> Area {
        func ring(_ x: Double, _ y: Double, _ size: Double, _ turns: Bool) throws -> [Position] {
            let corners = [(0.0, 0.0), (size, 0), (size, size), (0, size), (0, 0)]
            return try (turns ? corners.reversed() : corners).map {
                try Position(longitude: x + $0.0, latitude: y + $0.1)
            }
        }
        var polygons = [[try ring(longitude, latitude, 1, one(in: 2))]]
        if one(in: 2) { polygons[0].append(try ring(longitude + 0.25, latitude + 0.25, 0.5, one(in: 2))) }
        if one(in: 2) { polygons.append([try ring(longitude + 2, latitude, 1 / 3, one(in: 2))]) }
        return try Area(polygons: polygons)
    }

    private mutating func schedule() throws -> Schedule {
        let windows = try (0..<below(3)).map { _ in
            try WeeklyWindow(
                days: Weekdays(rawValue: UInt8(below(127) + 1)),
                from: below(86_400),
                to: below(86_401),
                timeZone: zones[below(2)]
            )
        }
        let expires = Timestamp(milliseconds: 1_800_000_000_000 + Int64(below(1_000_000_000)))
        return Schedule(windows: windows, expires: windows.isEmpty || one(in: 2) ? expires : nil)
    }

    /// Rules of which each is as by default or drawn from its range.
    mutating func rules() -> Rules {
        var rules = Rules()
        guard !one(in: 3) else { return rules }
        for (key, field) in Rules.keyed where one(in: 2) {
            let range = key.range.map { $0.lower + 1...min($0.upper, 500) } ?? 0...0
            switch field.place {
            case .accuracy: rules.accuracy = AccuracyRule.allCases[below(4)]
            case .number(let rule): rule.set(&rules, number(range))
            case .optionalNumber(let rule): rule.set(&rules, number(range))
            case .numbers(let rule): rule.set(&rules, [number(1...9), number(10...99)])
            case .flag(let rule): rule.set(&rules, one(in: 2))
            }
        }
        return rules
    }
}
