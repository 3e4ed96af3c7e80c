import GeofenceCore

/// The fences of the configuration, in its order, some of which are found by their ids.
struct ConfiguredFences: Sendable {
    let all: [Fence]
    /// A part of each id's hash: to compare these takes a hundredth of what comparing the ids would, and a
    /// dictionary would take ten times their memory.
    private let marks: [UInt32]

    init(_ fences: [Fence]) {
        all = fences
        marks = fences.map { Self.mark($0.id) }
    }

    /// Those of some ids, in the order of the list.
    ///
    /// - Complexity: a look at the mark of each fence.
    subscript(ids: [Identifier]) -> [Fence] {
        guard !ids.isEmpty else { return [] }
        let (names, wanted) = (Set(ids), ids.map(Self.mark))
        let many = wanted.count > 8 ? Set(wanted) : nil
        let candidates = marks.indices.filter { index in
            many?.contains(marks[index]) ?? wanted.contains(marks[index])
        }
        return candidates.map { all[$0] }.filter { names.contains($0.id) }
    }

    private static func mark(_ id: Identifier) -> UInt32 { UInt32(truncatingIfNeeded: id.hashValue) }
}
