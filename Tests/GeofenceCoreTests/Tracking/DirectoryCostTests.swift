import BenchmarkSupport
import Testing

@testable import GeofenceCore

@Suite struct DirectoryCostTests {
    /// Names whose FNV-1a hash ends in ten zeros, which anybody can find.
    private static func chosen(_ count: Int) throws -> [Identifier] {
        var names: [Identifier] = []
        var number = 0
        while names.count < count {
            let name = "d\(number)"
            let hash = FNV1a(name.utf8).value
            if (hash ^ (hash >> 32)) & 1023 == 0 { names.append(try Identifier(name)) }
            number += 1
        }
        return names
    }

    private static func cost(_ names: [Identifier]) -> Double {
        var directory = Directory()
        for name in names { _ = directory.add(name) }
        return ThreadClock.cost {
            for name in names { _ = directory.find(name) }
        }
    }

    @Test func `names that a stranger has chosen are found as fast as any`() throws {
        let names = try Self.chosen(1000)
        let others = try (0..<1000).map { try Identifier("d\($0)") }
        let ratio = Self.cost(names) / Self.cost(others)
        #expect(ratio < 8, "\(ratio) times")
    }
}
