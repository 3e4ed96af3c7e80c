import GeofenceCore

/// Which partitions go from one agent to another, by their configurations and what the stores say.
struct MovePlan {
    /// The agents as they are to be afterwards.
    let source: Configuration
    let target: Configuration

    /// The shard of each afterwards.
    let shards: (source: Shard, target: Shard)

    /// Why they can't go.
    struct Problem: Error, CustomStringConvertible { let description: String }

    init(source: Configuration, target: Configuration) throws(Problem) {
        (self.source, self.target) = (source, target)
        guard let one = source.shard, let other = target.shard else {
            throw Problem(description: "both agents need a \"shard\", as it is to be after the move")
        }
        shards = (one, other)
        guard one.partitions == other.partitions else {
            throw Problem(
                description:
                    "\"partitions\" is \(one.partitions) in one and \(other.partitions) in the other; it is the same in a fleet for ever"
            )
        }
        guard !one.range.overlaps(other.range) else {
            throw Problem(
                description:
                    "both would have partitions \(one.range.clamped(to: other.range).name); write the ranges as they are to be after the move"
            )
        }
        guard source.topics.base == target.topics.base else {
            throw Problem(
                description:
                    "topics.base is \"\(source.topics.base)\" in one and \"\(target.topics.base)\" in the other; agents of one fleet have the same"
            )
        }
        guard source.requests.allows(command: CopyPlan.question) else {
            throw Problem(
                description:
                    "the agent of --from answers no \(CopyPlan.question), by which it would say how far it is; allow that in its requests.allow"
            )
        }
    }

    /// What the first agent has before the move, where the second has what a mark says; nil: it has nothing
    /// yet.
    ///
    /// - Throws: where that is no range, so that something would be lost or moved twice.
    func before(target mark: String?) throws(Problem) -> Shard {
        let (old, new) = (shards.source.range, shards.target.range)
        var moved = new
        if let mark {
            guard let known = ShardMark.range(mark, of: shards.target.partitions), known.isPart(of: new)
            else {
                throw Problem(
                    description:
                        "the store of --to has the devices of \(mark.isEmpty ? "all partitions" : mark), and would not keep them; its new range must have all of them, and more"
                )
            }
            guard let rest = new.rest(besides: known) else {
                throw Problem(
                    description:
                        "the new range of --to goes beyond \(mark) on both sides; move one side after the other"
                )
            }
            moved = rest
        }
        guard moved.upperBound + 1 == old.lowerBound || old.upperBound + 1 == moved.lowerBound else {
            throw Problem(
                description:
                    "partitions \(moved.name) do not lie beside \(old.name), so that --from can't have had them; they would be moved from nowhere"
            )
        }
        var shard = shards.source
        shard.range = min(old.lowerBound, moved.lowerBound)...max(old.upperBound, moved.upperBound)
        return shard
    }
}

extension ClosedRange<Int> {
    /// As topics have it.
    fileprivate var name: String { "\(lowerBound)-\(upperBound)" }

    fileprivate func isPart(of other: ClosedRange) -> Bool {
        other.lowerBound <= lowerBound && upperBound <= other.upperBound
    }

    /// What is left of it without a part; nil where that is nothing, or two ranges.
    fileprivate func rest(besides part: ClosedRange) -> ClosedRange? {
        if part.lowerBound == lowerBound, part.upperBound < upperBound {
            return (part.upperBound + 1)...upperBound
        }
        guard part.upperBound == upperBound, part.lowerBound > lowerBound else { return nil }
        return lowerBound...(part.lowerBound - 1)
    }
}
