import GeofenceCore
import Synchronization

/// What a list of fences that was read again has other than the list before.
///
/// It is found out on the thread that reads: among very many fences the loop would stand still for it.
struct FenceListChange: Sendable {
    /// A change that is none.
    static let nothing = FenceListChange(number: 0, set: [], gone: [])

    /// The number of the list; that of the list before is one less.
    var number: Int
    /// Fences that are new, or other than before, in the order of the list.
    var set: [Fence]
    /// Fences that are gone, ascending.
    var gone: [Identifier]

    var isEmpty: Bool { gone.isEmpty && self.set.isEmpty }
}

/// Holds each list of fences that is read against the one before.
///
/// The first has the number 0.
final class FenceListReader: Sendable {
    private let last: Mutex<(number: Int, fences: [Fence])>

    init(_ fences: [Fence]) { last = Mutex((0, fences)) }

    /// A list has been read; what is in it as it was before is the same fence in memory from then on.
    ///
    /// - Complexity: a look at each fence of both lists.
    func change(to fences: inout [Fence]) -> FenceListChange {
        last.withLock { last in
            var before = Dictionary(last.fences.map { ($0.id, $0) }) { first, _ in first }
            var change = FenceListChange(number: last.number + 1, set: [], gone: [])
            var others: [Int] = []
            for (index, fence) in fences.enumerated() {
                if let own = before.removeValue(forKey: fence.id), own.hasSameBytes(as: fence) {
                    fences[index] = own
                } else {
                    others.append(index)
                }
            }
            fences.shareTerms(with: last.fences)
            change.set = others.map { fences[$0] }
            change.gone = before.keys.sorted()
            last = (change.number, fences)
            return change
        }
    }
}

/// How far the lists of fences have come that were read.
struct FenceListing {
    /// The number of the list that the settings have.
    var read = 0
    /// The number of the list that the engine has, besides what was set at run time; nil where it has parts
    /// of two.
    var inForce: Int?

    /// Whether a change is all that the engine lacks of its list.
    func isNext(_ change: FenceListChange) -> Bool { inForce == change.number - 1 }
}
