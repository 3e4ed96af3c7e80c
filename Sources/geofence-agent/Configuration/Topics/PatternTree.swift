/// Topic patterns by their levels, to find those that take a topic in common.
///
/// A pattern is a way down the tree, which goes on along `+` and the same text, or along every branch where
/// it has a `+` itself.
struct PatternTree {
    private struct Node {
        var branches: [[UInt8]: Int] = [:]
        /// The patterns that end here.
        var ends: [Int] = []
    }

    private var nodes = [Node()]
    private var patterns: [TopicPattern] = []
    private static let any = Array("+".utf8)

    /// Adds a pattern, which gets the next number, counted from 0.
    mutating func add(_ pattern: TopicPattern) {
        var node = 0
        for level in Self.levels(pattern) {
            if let next = nodes[node].branches[level] {
                node = next
            } else {
                nodes.append(Node())
                nodes[node].branches[level] = nodes.count - 1
                node = nodes.count - 1
            }
        }
        nodes[node].ends.append(patterns.count)
        patterns.append(pattern)
    }

    /// The numbers of the patterns that take a topic that another one takes too, in their order.
    ///
    /// - Complexity: linear in the branches that are met: few, unless many patterns begin with `+` or differ
    ///   above a `+` of this one.
    func overlapping(_ pattern: TopicPattern) -> [Int] { met(by: pattern).flatMap(\.self).sorted() }

    /// The least of these numbers; nil where there is none.
    ///
    /// - Complexity: the same, however many patterns are alike.
    func firstOverlapping(_ pattern: TopicPattern) -> Int? { met(by: pattern).compactMap(\.first).min() }

    /// The numbers of the patterns that end where this one leads, ascending; those that end in one place are
    /// alike.
    private func met(by pattern: TopicPattern) -> [[Int]] {
        var met = [0]
        for level in Self.levels(pattern) {
            met = met.flatMap { branches(of: nodes[$0], at: level) }
        }
        return met.map { nodes[$0].ends }.filter { ends in
            ends.first.map { patterns[$0].overlaps(pattern) } ?? false
        }
    }

    private func branches(of node: Node, at level: [UInt8]) -> [Int] {
        level == Self.any
            ? Array(node.branches.values)
            : [node.branches[level], node.branches[Self.any]].compactMap(\.self)
    }

    private static func levels(_ pattern: TopicPattern) -> [[UInt8]] {
        TopicLevels.of(pattern.filter).map { Array($0.utf8) }
    }
}
