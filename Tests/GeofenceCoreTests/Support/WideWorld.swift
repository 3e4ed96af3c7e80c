import BenchmarkSupport
import GeofenceCore

/// Random fences that use every rule there is, and what random devices tell of themselves as they go among
/// them.
///
/// Messages arrive in order; their stamps may be late, out of order or repeated, and some of their places far
/// off.
struct WideWorld {
    /// What makes one world differ from another.
    struct Character {
        var fences = 8
        var devices = 4
        var features = WideFences.Features.all
        var stream = StreamRules()
        /// One message in so many has been on its way for long; 0: none.
        var lateness = 6
        /// One input in so many changes the fences; 0: none does.
        var changes = 0
    }

    private var random: SeededGenerator
    private let character: Character
    private var maker: WideFences
    private var places: [Place] = []
    private var now: Int64 = 0
    private var sent: [(Observation, Identifier)] = []
    private(set) var fences: [Fence] = []

    /// Where a device is, in steps of 10 m or so from the south-western corner.
    private struct Place {
        var east, north: Int
    }

    init(seed: UInt64, _ character: Character = Character()) throws {
        random = SeededGenerator(seed: seed)
        maker = WideFences(seed: seed &+ 1_000_000, character.features)
        self.character = character
        fences = try (0..<character.fences).map { try maker.fence("f\($0)") }
        places = (0..<character.devices).map { _ in Place(east: below(60), north: below(60)) }
    }

    mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

    private mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }

    mutating func input() throws -> RandomWorld.Input {
        now += Int64(pick([0, 1, 1000, 2000, 5000, 5000, 10_000, 20_000]))
        if character.changes > 0, below(character.changes) == 0 {
            try change()
            return .replace(fences, moment(now))
        }
        if below(6) == 0 { return .advance(moment(now)) }
        if below(12) == 0, let (repeated, device) = sent.last {
            var again = repeated
            again.arrival = moment(now)
            return .observe(again, device: device)
        }
        let index = below(character.devices)
        let device = try Identifier("d\(index)")
        let observation = try observation(of: index)
        sent.append((observation, device))
        return .observe(observation, device: device)
    }

    private func moment(_ milliseconds: Int64) -> Timestamp { Timestamp(milliseconds: milliseconds) }

    private mutating func observation(of device: Int) throws -> Observation {
        let isLate = character.lateness > 0 && below(character.lateness) == 0
        let delay = isLate ? below(90_000) : pick([0, 0, 0, 300, 2000])
        let kind = below(8)
        return Observation(
            time: moment(now - Int64(delay)),
            arrival: moment(now),
            fix: kind < 7 ? try fix(of: device) : nil,
            wifi: kind > 5 ? report() : nil
        )
    }

    private mutating func fix(of device: Int) throws -> Fix {
        let isJump = below(6) == 0
        places[device].east = isJump ? below(60) : within(places[device].east + below(9) - 4)
        places[device].north = isJump ? below(60) : within(places[device].north + below(9) - 4)
        if below(40) == 0 { return Fix(coordinate: try Coordinate(latitude: 0, longitude: 0)) }
        let isAstray = below(25) == 0
        let coordinate = try Coordinate(
            latitude: 0.0001 * Double(places[device].north) + (isAstray ? 3 : 0),
            longitude: 13 + 0.0001 * Double(places[device].east)
        )
        return Fix(
            coordinate: coordinate,
            accuracy: pick([nil, nil, 5, 15, 30, 70, 150, 500, 3000]),
            altitude: pick([nil, nil, 5, 50]),
            speed: pick([nil, nil, nil, 10, 70])
        )
    }

    private func within(_ steps: Int) -> Int { min(59, max(0, steps)) }

    private mutating func report() -> WiFiReport {
        switch below(5) {
        case 0: .disconnected
        case 1: .connected(ssid: nil, bssid: pick(["aa1122334455", "bb1122334455"]))
        case 2: .connected(ssid: "Elsewhere", bssid: nil)
        default: .connected(ssid: pick(WideFences.networks), bssid: nil)
        }
    }

    /// Some fences gone, some new, some with other rules.
    private mutating func change() throws {
        for index in fences.indices.reversed() where below(5) == 0 {
            let id = fences[index].id.description
            switch below(3) {
            case 0: fences.remove(at: index)
            case 1: fences[index] = try maker.fence(id)
            default: fences[index] = try maker.otherRules(of: fences[index])
            }
        }
        let id = "f\(below(character.fences))"
        if !fences.contains(where: { $0.id.description == id }) { fences.append(try maker.fence(id)) }
    }
}

extension WideWorld.Character {
    /// A character whose stream rules follow from a seed: each second one sorts, and so on.
    static func of(seed: UInt64, lateness: Int = 6, changes: Int = 0) -> Self {
        var character = Self(lateness: lateness, changes: changes)
        if seed.isMultiple(of: 2) { character.stream.reorder = 15 }
        if seed.isMultiple(of: 3) { character.stream.lateEvents = true }
        if seed % 5 < 2 { character.stream.maxSpeed = 120 }
        return character
    }
}

/// Many inputs of a wide world, and the fences to begin with.
struct WideInputs {
    var fences: [Fence]
    var stream: StreamRules
    var inputs: [RandomWorld.Input]

    init(seed: UInt64, count: Int, _ character: WideWorld.Character) throws {
        var world = try WideWorld(seed: seed, character)
        fences = world.fences
        stream = character.stream
        inputs = try (0..<count).map { _ in try world.input() }
    }

    /// An engine that has had no input yet.
    var start: Run { Run(fences, stream: stream) }
}

extension RandomWorld.Input {
    /// When it comes.
    var arrival: Timestamp {
        switch self {
        case .observe(let observation, _): observation.arrival
        case .advance(let time), .replace(_, let time): time
        }
    }
}
