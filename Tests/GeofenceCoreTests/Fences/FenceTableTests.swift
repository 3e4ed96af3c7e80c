import BenchmarkSupport
@testable import GeofenceCore
import Testing

/// What is kept by slot stays right while fences come, change and go.
@Suite struct FenceTableTests {
    /// Thousands of steps with some hundred fences, beside a dictionary.
    @Test(arguments: [0, 1000]) func `finds what a dictionary finds while fences come and go`(_ reserved: Int)
        throws
    {
        var random = SeededGenerator(seed: 7)
        var plain: [Identifier: Int32] = [:]
        var table = FenceTable()
        table.reserve(reserved)
        let fences = try (0..<400).map { try Fence.circle("fence-\($0)") }
        for step in 0..<4000 {
            let fence = fences[Int.random(in: 0..<400, using: &random)]
            if plain.removeValue(forKey: fence.id) == nil {
                plain[fence.id] = table.set(fence)
            } else {
                table.remove(fence.id)
            }
            guard step % 100 == 0 else { continue }
            #expect(table.count == plain.count && table.origins.placed.count == plain.count)
            for fence in fences {
                let slot = table.slot(of: fence.id)
                #expect(slot == plain[fence.id], "step \(step)")
                #expect(slot.map { table[$0]?.fence.id } ?? fence.id == fence.id, "step \(step)")
            }
        }
        #expect(Set(plain.values).count == plain.count)
    }

    @Test func `what fences have besides stays theirs while others come and go`() throws {
        var table = FenceTable()
        for number in 0..<200 {
            table.set(try .circle("f\(number)", groups: number % 70 == 0 ? ["north"] : []))
        }
        for number in stride(from: 1, to: 200, by: 2) { table.remove(try Identifier("f\(number)")) }
        for number in stride(from: 0, to: 200, by: 2) {
            let slot = table.slot(of: try Identifier("f\(number)")) ?? -1
            #expect(table[slot]?.groups.count == (number % 70 == 0 ? 1 : 0))
        }
        let groups = table.all.filter { !$0.entry.groups.isEmpty }.map(\.entry.fence.id.description)
        #expect(groups == ["f0", "f70", "f140"])
    }

    @Test func `a fence has become what it is at a version, and after very many all have at the last one`()
        throws
    {
        var table = FenceTable(mostVersions: 3)
        var slots = try ["a", "b"].map { table.set(try .circle($0)) }
        let first = slots.map { table.version(of: $0) }
        #expect(first == [2, 3] && table.version == 3)
        slots.append(table.set(try .circle("c")))
        let all = slots.map { table.version(of: $0) }
        #expect(all == [4, 4, 4] && table.version == 4)
        table.set(try .circle("b", groups: ["north"]))
        let last = slots.map { table.version(of: $0) }
        #expect(last == [4, 5, 4] && table.version == 5)
    }
}
