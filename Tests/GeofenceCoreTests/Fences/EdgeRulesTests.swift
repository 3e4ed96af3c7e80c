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

    @Test func `a fence has the rule of its own edge, whatever others come, change and go`() throws {
        var table = FenceTable()
        func circle(_ id: String, _ margin: Double) throws -> Fence { try .circle(id) { $0.margin = margin } }
        for (id, margin) in [("a", 1.0), ("b", 2), ("c", 1), ("b", 3), ("c", 2)] {
            table.set(try circle(id, margin))
        }
        table.remove(try Identifier("a"))
        table.set(try circle("d", 4))
        table.close(table.slot(of: try Identifier("d")) ?? -1)
        let margins = try ["b", "c", "d"].map { id in
            let slot = table.slot(of: try Identifier(id)) ?? -1
            return table.edgeRules[table.sketches[Int(slot)].edgeRule].margin
        }
        #expect(margins == [3, 2, 4])
    }
}
