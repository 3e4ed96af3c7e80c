@testable import GeofenceCore
import Testing

/// Equal terms are kept once for as long as any fence has them.
@Suite struct SharedTermsTests {
    private func terms(exitAfter: Double = 0, groups: [String] = []) throws -> FenceAttributes {
        try Fence.circle(groups: groups) { $0.exitAfter = exitAfter }.terms
    }

    @Test func `equal terms are the first ones taken, others their own`() throws {
        var shared = SharedTerms()
        let (first, equal, other) = try (terms(), terms(), terms(exitAfter: 30))
        #expect(first == equal && first !== equal)
        #expect(shared.share(first) === first)
        #expect(shared.share(equal) === first)
        #expect(shared.share(other) === other)
        #expect(shared.share(try terms(groups: ["depots"])) !== first)
    }

    @Test func `they go with the last fence that has them`() throws {
        var shared = SharedTerms()
        let (first, second, third) = try (terms(), terms(), terms())
        _ = shared.share(first)
        _ = shared.share(second)
        shared.release(second)
        #expect(shared.share(third) === first)
        shared.release(first)
        shared.release(third)
        #expect(shared.share(third) === third)
    }

    @Test func `terms that were never taken are released without effect`() throws {
        var shared = SharedTerms()
        let first = try terms()
        _ = shared.share(first)
        shared.release(try terms(exitAfter: 30))
        #expect(shared.share(try terms()) === first)
    }

    @Test func `fences of one table have their terms in common, also after a change`() throws {
        var table = FenceTable()
        let slots = try ["a", "b"].map { table.set(try .circle($0, groups: ["depots"])) }
        #expect(table[slots[0]]?.fence.terms === table[slots[1]]?.fence.terms)
        table.set(try .circle("a"))
        #expect(table[slots[0]]?.fence.terms !== table[slots[1]]?.fence.terms)
        table.set(try .circle("a", groups: ["depots"]))
        #expect(table[slots[0]]?.fence.terms === table[slots[1]]?.fence.terms)
    }
}
