import Testing

@testable import geofence_agent

@Suite struct PatternTreeTests {
    private static let levels = ["a", "b", "+", "$x", ""]

    /// All patterns of one to three levels, in an order that a seed gives.
    private static func patterns(_ seed: Int) throws -> [TopicPattern] {
        let one = levels.filter { !$0.isEmpty }
        let two = levels.flatMap { first in levels.map { "\(first)/\($0)" } }
        let three = two.flatMap { first in levels.map { "\(first)/\($0)" } }
        let all = one + two + three
        return try all.indices.map { try TopicPattern(all[($0 * seed + seed) % all.count]) }
    }

    @Test(arguments: [1, 7, 59, 101])
    func `finds what comparing every pair finds, in the same order`(_ seed: Int) throws {
        var (tree, earlier) = (PatternTree(), [TopicPattern]())
        for pattern in try Self.patterns(seed) {
            let expected = earlier.indices.filter { earlier[$0].overlaps(pattern) }
            #expect(tree.overlapping(pattern) == expected, "\(pattern.filter)")
            #expect(tree.firstOverlapping(pattern) == expected.first, "\(pattern.filter)")
            tree.add(pattern)
            earlier.append(pattern)
        }
    }

    @Test func `levels that look alike and have other bytes differ`() throws {
        var tree = PatternTree()
        tree.add(try TopicPattern("caf\u{E9}/+"))
        #expect(tree.overlapping(try TopicPattern("cafe\u{301}/+")).isEmpty)
    }
}
