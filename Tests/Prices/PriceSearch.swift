@testable import AgentTestSupport

/// Looks for the input that costs a reader most: it climbs from the best of the seeds, by one change after
/// the other.
struct PriceSearch {
    /// Bytes of an input while it is searched for.
    static let small = 1000
    /// Bytes of one that shows what grows.
    private static let larger = 4000

    private let reader: PricedReader
    /// Whether there is time for the smaller inputs alone.
    private let isQuick: Bool
    private var random: SeededNumbers
    private(set) var worst: RepeatedInput
    private var cost = 0.0

    init(_ reader: PricedReader, seed: UInt64, isQuick: Bool) {
        (self.reader, self.isQuick) = (reader, isQuick)
        random = SeededNumbers(state: seed)
        worst = reader.seeds.first ?? RepeatedInput("", "a")
        for seed in reader.seeds { consider(seed, by: 1) }
    }

    /// Tries a number of changes.
    mutating func climb(_ steps: Int) {
        for _ in 0..<steps { consider(changed(), by: 1.03) }
    }

    /// Takes an input that costs more by a factor, and does so when it is looked at again.
    private mutating func consider(_ shape: RepeatedInput, by factor: Double) {
        let (small, larger) = (shape.make(Self.small), shape.make(Self.larger))
        var found = cost(small, larger, runs: 1)
        guard found > cost * factor else { return }
        found = cost(small, larger, runs: 4)
        guard found > cost * factor else { return }
        (worst, cost) = (shape, found)
    }

    private func cost(_ small: [UInt8], _ larger: [UInt8], runs: Int) -> Double {
        // What is refused for its size is no input of that size.
        guard larger.count < 2 * Self.larger else { return 0 }
        guard !isQuick else { return Meter.cost(reader, small, runs: min(runs, 2)) }
        return max(Meter.cost(reader, small, runs: runs), Meter.cost(reader, larger, runs: runs))
    }

    private mutating func changed() -> RepeatedInput {
        var shape = worst
        for _ in 0...random.below(3) {
            switch random.below(6) {
            case 0: shape.start = changed(shape.start)
            case 1: shape.end = changed(shape.end)
            case 2: shape.close = changed(shape.close)
            default: shape.part = changed(shape.part)
            }
        }
        if shape.part.isEmpty { shape.part = [UInt8(ascii: "a")] }
        return shape
    }

    /// Longer parts cost time and show nothing.
    private static let longest = 300

    private mutating func changed(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        let place = random.below(bytes.count + 1)
        switch random.below(6) {
        case 0: bytes.insert(contentsOf: word(), at: place)
        case 1: bytes += bytes
        case 2: if place < bytes.count { bytes[place] = UInt8(truncatingIfNeeded: random.next() >> 11) }
        case 3: bytes.removeSubrange(place..<min(bytes.count, place + 1 + random.below(8)))
        case 4:
            let length = min(bytes.count - place, 1 + random.below(20))
            bytes.insert(contentsOf: bytes[place..<place + length], at: random.below(bytes.count + 1))
        default: bytes.insert(contentsOf: splice(), at: place)
        }
        return Array(bytes.prefix(Self.longest))
    }

    private mutating func word() -> [UInt8] {
        reader.words.isEmpty ? [] : Array(reader.words[random.below(reader.words.count)].utf8)
    }

    /// A piece of another seed.
    private mutating func splice() -> [UInt8] {
        guard !reader.seeds.isEmpty else { return [] }
        let seed = reader.seeds[random.below(reader.seeds.count)]
        let bytes = seed.start + seed.part + seed.end
        let place = random.below(bytes.count + 1)
        return Array(bytes[place..<min(bytes.count, place + 1 + random.below(40))])
    }
}

/// Numbers by chance, the same each time (splitmix64).
struct SeededNumbers {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(max(1, limit))) }
}
