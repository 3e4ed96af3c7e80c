import BenchmarkSupport
@testable import GeofenceCore
import Testing

/// What rules say of an edge is kept once for all fences that have it.
@Suite struct EdgeRulesTests {
    private static func rule(_ margin: Double) -> EdgeRule {
        var rules = Rules()
        rules.margin = margin
        return EdgeRule(rules)
    }

    @Test func `equal rules have one number for as long as any fence has them`() {
        var rules = EdgeRules()
        let (first, other, equal) = (
            rules.add(Self.rule(5)), rules.add(Self.rule(9)), rules.add(Self.rule(5))
        )
        #expect(first == equal && first != other)
        #expect((rules[first].margin, rules[other].margin) == (5, 9))
        rules.remove(first)
        #expect(rules.add(Self.rule(5)) == first)
        rules.remove(first)
        rules.remove(first)
        #expect(rules.add(Self.rule(7)) == first && rules[first].margin == 7)
        #expect(rules.add(Self.rule(5)) != first && rules[other].margin == 9)
    }

    @Test func `one that no fence has any more gets a number of its own when it comes again`() {
        var rules = EdgeRules()
        rules.remove(rules.add(Self.rule(5)))
        let (again, other) = (rules.add(Self.rule(5)), rules.add(Self.rule(8)))
        #expect(again != other && (rules[again].margin, rules[other].margin) == (5, 8))
    }

    @Test func `an accuracy counts as its rule says`() {
        var rules = Rules()
        rules.maxAccuracy = 40
        rules.unknownAccuracy = 12
        rules.accuracy = .ignore
        #expect((EdgeRule(rules).accuracyLimit, EdgeRule(rules).unknownAccuracy) == (.infinity, 0))
        rules.accuracy = .lenient
        #expect((EdgeRule(rules).accuracyLimit, EdgeRule(rules).unknownAccuracy) == (40, 0))
        rules.accuracy = .hysteresis
        #expect((EdgeRule(rules).accuracyLimit, EdgeRule(rules).unknownAccuracy) == (40, 12))
    }

    /// Circles and fences that go with a device, of a few margins, for thousands of steps.
    @Test func `each fence has the rule of its own edge, whatever others come, change, move and go`() throws {
        var random = SeededGenerator(seed: 13)
        var table = FenceTable()
        let fix = Fix(coordinate: try Yard.place(beyond: 0))
        for step in 0..<3000 {
            let number = Int.random(in: 0..<24, using: &random)
            let id = try Identifier("f\(number)")
            let slot = table.slot(of: id)
            switch (Int.random(in: 0..<6, using: &random), slot) {
            case (0, _): table.remove(id)
            case (1, let slot?): table.close(slot)
            case (2, let slot?) where number % 3 == 0:
                table.move(slot, to: fix, at: Timestamp(milliseconds: 5))
            case (3, let slot?): table.unplace(slot)
            default:
                let margin = Double(Int.random(in: 0..<5, using: &random))
                let fence =
                    number % 3 == 0
                    ? try Fence.following("van", id: "f\(number)") { $0.margin = margin }
                    : try .circle("f\(number)") { $0.margin = margin }
                table.set(fence)
            }
            for (slot, entry) in table.all {
                let number = table.sketches[Int(slot)].edgeRuleNumber
                let isRight = table.edgeRules[number] == entry.edgeRule
                #expect(isRight, "step \(step): \(entry.fence.id)")
            }
            let margins = Set(table.all.map(\.entry.fence.rules.margin))
            let count = table.edgeRules.count
            #expect(count == margins.count, "step \(step)")
        }
    }

    @Test func `fences that are read back have their rules, also beyond slots without one`() throws {
        var table = FenceTable()
        for (slot, margin) in [(0, 3.0), (4, 5), (7, 3)] as [(Int32, Double)] {
            table.restore(try .circle("f\(slot)") { $0.margin = margin }, slot)
        }
        let margins = [0, 4, 7].map { table.edgeRules[table.sketches[$0].edgeRuleNumber].margin }
        let count = table.edgeRules.count
        #expect(margins == [3, 5, 3] && count == 2)
        for slot in [0, 4, 7] { table.remove(try Identifier("f\(slot)")) }
        let left = table.edgeRules.count
        #expect(left == 0)
    }

    /// A number that 24 bits can't hold.
    @Test func `a circle asks the same by its hot data as by all that it says`() throws {
        var table = FenceTable()
        let slot = table.set(
            try .circle("a") { ($0.accuracy, $0.unknownAccuracy, $0.margin) = (.hysteresis, 12.1, 0.1) }
        )
        let fix = Fix(coordinate: try Yard.place(beyond: 30))
        let plain = table.plainQuestion(slot, of: fix, at: GeodesicPoint(fix.coordinate))
        let whole = table[slot]?.question(of: fix)
        #expect(plain?.accuracy == 12.1 && plain?.accuracy == whole?.accuracy)
        #expect(plain?.distance == whole?.distance && plain?.margin == whole?.margin)
        #expect(plain?.accuracyLimit == whole?.accuracyLimit && plain?.rule == whole?.rule)
    }
}
