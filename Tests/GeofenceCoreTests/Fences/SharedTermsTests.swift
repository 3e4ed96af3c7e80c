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

    @Test func `preferred terms are given to all that have equal ones, and go with the last of them`() throws
    {
        var shared = SharedTerms()
        let (preferred, first, second) = (try terms(), try terms(), try terms())
        shared.prefer(preferred)
        shared.prefer(second)
        #expect(shared.share(first) === preferred && shared.share(second) === preferred)
        shared.release(first)
        #expect(shared.share(first) === preferred)
        shared.release(first)
        shared.release(first)
        #expect(shared.share(first) === first)
    }

    /// Swift holds both for one name; a network has the bytes of its own.
    @Test func `terms with other bytes are others`() throws {
        let fences = try ["Caf\u{E9}", "Cafe\u{301}"].map { try Fence.circle(wifi: [$0]) }
        let shared = fences.sharingTerms()
        #expect(!shared[0].sharesTerms(with: shared[1]))
        #expect(
            shared.map { Array($0.wifi[0].description.utf8) } == [
                Array("Caf\u{E9}".utf8), Array("Cafe\u{301}".utf8),
            ]
        )
        let names = [fences[0].wifi[0].description, fences[1].wifi[0].description]
        let properties = names.map { FenceProperty(name: "owner", value: .text($0)) }
        #expect(names[0] == names[1] && properties[0] != properties[1])
        #expect(
            FenceProperty(name: names[0], value: .flag(true))
                != FenceProperty(name: names[1], value: .flag(true))
        )
        #expect(FenceProperty(name: "a", value: .number(1)) == FenceProperty(name: "a", value: .number(1)))
    }

    @Test func `a list that has equal terms once stays the same list`() throws {
        let fences = try (0..<3).map { _ in try Fence.circle(wifi: ["n"]) }
        func place(_ fences: [Fence]) -> UnsafePointer<Fence>? {
            fences.withUnsafeBufferPointer(\.baseAddress)
        }
        let shared = fences.sharingTerms()
        #expect(place(shared) != place(fences) && shared == fences)
        #expect(shared.dropFirst().allSatisfy { $0.sharesTerms(with: shared[0]) })
        #expect(place(shared.sharingTerms()) == place(shared))
        let others = try [Fence.circle(wifi: ["o"]), Fence.circle(wifi: ["n"])]
        #expect(shared.sharingTerms(with: others).allSatisfy { $0.sharesTerms(with: others[1]) })
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
