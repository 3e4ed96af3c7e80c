import BenchmarkSupport
import GeofenceCore

/// Random fences that overlap, with random rules, and what random devices tell of themselves around them.
struct RandomWorld {
    /// What the engine is given, in turn.
    enum Input {
        case observe(Observation, device: Identifier)
        case advance(Timestamp)
        case replace([Fence], Timestamp)
    }

    /// What makes one world differ from another.
    struct Character {
        var fences = 6
        var devices = 3
        /// One observation in so many has a stamp from the past.
        var lateness = 8
        /// One input in so many changes the fences; 0: none does.
        var changes = 0
        /// Whether fences have heights, filters and groups, and fixes altitudes.
        var isRich = false
        /// Whether devices mostly stay where they are.
        var stays = false
        /// Whether fixes of those say a speed.
        var reportsSpeed = false
    }

    private(set) var random: SeededGenerator
    private let character: Character
    private var now: Int64 = 0
    /// Degrees north around which devices stay.
    private var home = 0.0009
    private var sent: [(Observation, Identifier)] = []
    private(set) var fences: [Fence] = []
    private static let networks = ["Depot", "Lounge", "Cafe"]

    init(seed: UInt64, _ character: Character = Character()) throws {
        random = SeededGenerator(seed: seed)
        self.character = character
        for _ in 0..<character.fences { fences.append(try fence("f\(fences.count)")) }
    }

    mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

    private mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }

    /// A fence; the first one has networks alone, the others circles, so that a fence keeps its kind when it
    /// changes.
    mutating func fence(_ id: String) throws -> Fence {
        let hasCircle = !id.hasSuffix("0")
        let hasWiFi = !hasCircle || below(3) == 0
        let center = try Coordinate(latitude: Double(below(5)) * 0.0005, longitude: 13)
        let circle = try Circle(center: center, radius: pick([20, 60, 100, 250]))
        var patterns = [try WiFiPattern(pick(Self.networks))]
        if below(4) == 0 { patterns.append(try WiFiPattern("bssid:aa:*")) }
        return try Fence(
            id: Identifier(id),
            shape: hasCircle ? .circle(circle) : nil,
            wifi: hasWiFi ? patterns : [],
            altitude: oneIn(3)
                ? AltitudeBand(minimum: pick([nil, 0, 10]), maximum: pick([nil, 20, 30])) : nil,
            devices: oneIn(3) ? pick([["d0"], ["d1", "*2"], ["*0"]]).map { try DevicePattern($0) } : [],
            groups: groups(),
            rules: rules()
        )
    }

    /// Whether a rich world has something, in one of so many cases; a plain one draws no number for it.
    private mutating func oneIn(_ count: Int) -> Bool { character.isRich && below(count) == 0 }

    private mutating func groups() throws -> [Identifier] {
        guard character.isRich else { return [] }
        return try pick([[], ["north"], ["south"], ["north", "south"]]).map { try Identifier($0) }
    }

    private mutating func rules() -> Rules {
        var rules = Rules()
        rules.accuracy = pick(AccuracyRule.allCases)
        rules.margin = pick([0, 0, 20])
        rules.maxAccuracy = pick([50, 200, 1000])
        rules.enterAfter = pick([0, 0, 5, 30])
        rules.exitAfter = pick([0, 0, 10, 30])
        rules.dwell = pick([[], [], [10], [5, 20, 60]])
        rules.wifiExpiry = pick([nil, 10, 30])
        rules.initialEvents = below(3) == 0
        return rules
    }

    mutating func input() throws -> Input {
        now += Int64(pick([0, 1, 1000, 5000, 5000, 10_000, 20_000]))
        if character.stays { now += Int64(below(3)) * 10_000 }
        if character.changes > 0, below(character.changes) == 0 { return .replace(try changed(), stamp(now)) }
        if below(8) == 0 { return .advance(stamp(now)) }
        if below(12) == 0, let repeated = sent.last { return .observe(repeated.0, device: repeated.1) }
        let device = try Identifier("d\(below(character.devices))")
        let isLate = character.lateness > 0 && below(character.lateness) == 0
        let time = isLate ? stamp(now - Int64(below(30_000))) : stamp(now)
        let kind = below(8)
        let observation = Observation(
            time: time,
            arrival: time,
            fix: kind < 6 ? try fix() : nil,
            wifi: kind > 4 ? report() : nil
        )
        sent.append((observation, device))
        return .observe(observation, device: device)
    }

    private func stamp(_ milliseconds: Int64) -> Timestamp { Timestamp(milliseconds: milliseconds) }

    private mutating func fix() throws -> Fix {
        if character.stays { return try fixOfOneThatStays() }
        let latitude = Double(below(41) - 10) * 0.0002
        return Fix(
            coordinate: try Coordinate(latitude: latitude, longitude: 13),
            accuracy: pick([nil, nil, 5, 15, 30, 70, 150, 500, 3000]),
            altitude: character.isRich ? pick([nil, nil, -5, 5, 15, 25, 50]) : nil
        )
    }

    /// Some metres around one of two places, seldom far off.
    private mutating func fixOfOneThatStays() throws -> Fix {
        if below(40) == 0 { home = Double(below(41) - 10) * 0.0002 }
        let isAstray = below(12) == 0
        let latitude = home + Double(below(41) - 20) * 0.000_01 + (isAstray ? 0.005 : 0)
        return Fix(
            coordinate: try Coordinate(latitude: latitude, longitude: 13),
            accuracy: pick([nil, nil, 5, 12, 15, 15, 20, 30, 70, 500, 3000]),
            speed: character.reportsSpeed ? pick([nil, 0, 0, 0, 1.9, 2, 4.9, isAstray ? 5 : 0]) : nil
        )
    }

    private mutating func report() -> WiFiReport {
        switch below(6) {
        case 0: .disconnected
        case 1: .connected(ssid: nil, bssid: pick(["aa1122334455", "bb1122334455"]))
        case 2: .connected(ssid: "Elsewhere", bssid: "aa1122334455")
        default: .connected(ssid: pick(Self.networks), bssid: nil)
        }
    }

    /// Some fences gone, some new, some changed.
    private mutating func changed() throws -> [Fence] {
        for index in fences.indices.reversed() where below(5) == 0 {
            switch below(3) {
            case 0: fences.remove(at: index)
            case 1: fences[index] = try fence(fences[index].id.description)
            default:
                let old = fences[index]
                fences[index] = try Fence(
                    id: old.id,
                    shape: old.shape,
                    wifi: old.wifi,
                    altitude: old.altitude,
                    devices: old.devices,
                    groups: groups(),
                    rules: rules()
                )
            }
        }
        let id = "f\(below(character.fences))"
        if !fences.contains(where: { $0.id.description == id }) { fences.append(try fence(id)) }
        return fences
    }
}
