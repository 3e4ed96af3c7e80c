import BenchmarkSupport
import Testing

@testable import GeofenceCore

@Suite struct SeededHashTests {
    private static let nameCount = 1000
    private static let placeCount = 2048

    /// Names of which somebody could hope that they collide.
    enum Family: CaseIterable {
        /// Their FNV-1a hash ends in six zeros, which anybody can find.
        case chosen
        /// As fleets are numbered.
        case numbered
        /// They begin and end alike.
        case alikeAtBothEnds
        /// The same letter, again and again.
        case long

        func names(_ count: Int) -> [String] {
            switch self {
            case .chosen: Self.chosen(count)
            case .numbered: (0..<count).map { "van-\($0)" }
            case .alikeAtBothEnds: (0..<count).map { "fleet-of-many-vans-\($0)-position" }
            case .long: (0..<count).map { "\($0 % 8)" + String(repeating: "a", count: $0 / 8) }
            }
        }

        private static func chosen(_ count: Int) -> [String] {
            var names: [String] = []
            var number = 0
            while names.count < count {
                let name = "d\(number)"
                let hash = FNV1a(name.utf8).value
                if (hash ^ (hash >> 32)) & 63 == 0 { names.append(name) }
                number += 1
            }
            return names
        }
    }

    /// How many names meet another at their place of a table twice as large.
    ///
    /// 209 of 1,000 that are spread by chance would, give or take 12.
    private static func collisions(_ names: [String], _ hash: SeededHash) -> Int {
        let places = names.map { name in
            Array(name.utf8).withUnsafeBytes { hash.value(of: $0) } % placeCount
        }
        return names.count - Set(places).count
    }

    @Test(arguments: Family.allCases)
    func `names collide no more than by chance, whoever has chosen them`(_ family: Family) {
        let names = family.names(Self.nameCount)
        var secrets = SeededGenerator(seed: 1)
        for round in 0..<20 {
            let hash = SeededHash(start: secrets.next(), factor: secrets.next())
            #expect(Self.collisions(names, hash) < 280, "\(family), secrets \(round)")
        }
    }

    @Test func `names that collide by some secrets do not by others`() {
        let names = Family.numbered.names(Self.nameCount)
        let (one, other) = (SeededHash(start: 1, factor: 3 << 60), SeededHash(start: 5, factor: 9 << 58))
        let places = [one, other].map { hash in
            names.map { name in Array(name.utf8).withUnsafeBytes { hash.value(of: $0) } % Self.placeCount }
        }
        let same = zip(places[0], places[1]).count { $0 == $1 }
        #expect(same < 10)
    }

    @Test func `counts each byte of a name, and how many there are`() {
        let hash = SeededHash()
        for length in 1...40 {
            let name = [UInt8](repeating: 0, count: length)
            let value = name.withUnsafeBytes { hash.value(of: $0) }
            for place in name.indices {
                var other = name
                other[place] = 1
                #expect(other.withUnsafeBytes { hash.value(of: $0) } != value, "byte \(place) of \(length)")
            }
            let longer = name + [0]
            #expect(longer.withUnsafeBytes { hash.value(of: $0) } != value, "\(length) bytes")
        }
    }
}
