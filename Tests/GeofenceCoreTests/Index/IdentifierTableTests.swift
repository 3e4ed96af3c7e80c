import BenchmarkSupport
@testable import GeofenceCore
import Testing

/// Numbers are found by names, whichever came and went before.
@Suite struct IdentifierTableTests {
    @Test func `finds what was added, and nothing else`() throws {
        var table = IdentifierTable()
        table.add(try Identifier("depot"), 5)
        #expect(table.find(try Identifier("depot")) == 5)
        #expect(table.find(try Identifier("depo")) == nil)
        #expect((table.count, table.limit, table.contains(5), table.contains(4)) == (1, 6, true, false))
        #expect(!table.contains(-1) && !table.contains(6))
    }

    /// A thousand random names that come and go, beside a dictionary.
    @Test(arguments: [0, 500]) func `finds what a dictionary finds`(_ reserved: Int) throws {
        var random = SeededGenerator(seed: 3)
        var (table, plain) = (IdentifierTable(), [Identifier: Int]())
        table.reserve(reserved)
        let names = try (0..<60).map { try Identifier("fence-\($0)") }
        for _ in 0..<1000 {
            let name = names[Int.random(in: 0..<60, using: &random)]
            if let number = plain.removeValue(forKey: name) {
                table.remove(number)
            } else {
                let taken = Set(plain.values)
                let number = (0..<80).first { !taken.contains($0) } ?? 80
                plain[name] = number
                table.add(name, number)
            }
            #expect(table.count == plain.count)
            #expect(names.map(table.find) == names.map { plain[$0] })
        }
    }
}
