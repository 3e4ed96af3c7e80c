/// Whose devices a store has: those of one shard, or all.
///
/// A store is used by an agent of the same shard alone. Another would go on with devices that are not its
/// own, or begin anew with some that it has never heard of.
enum ShardMark {
    /// What a store says, or a configuration; nothing where an agent has all devices.
    static func text(_ shard: Shard?) -> String {
        shard.map { "partitions \($0.name) of \($0.partitions)" } ?? ""
    }

    /// The range that a text names, of so many partitions; nil where it is another one's.
    static func range(_ text: String, of partitions: Int) -> ClosedRange<Int>? {
        if text.isEmpty { return 0...(partitions - 1) }
        guard let match = text.wholeMatch(of: #/partitions (\d{1,5})-(\d{1,5}) of (\d{1,5})/#),
            let first = Int(match.1), let last = Int(match.2), first <= last, last < partitions,
            Int(match.3) == partitions
        else { return nil }
        return first...last
    }

    /// Sees that a store is of the shard of the configuration; one that has no devices yet becomes it.
    static func check(_ stored: StoredState, _ shard: Shard?, in store: Store) throws(StoreFailure) {
        let mark = String(decoding: stored.setup[Agent.StoreKey.shard] ?? [], as: UTF8.self)
        let wanted = text(shard)
        guard mark != wanted else { return }
        guard stored.devices.isEmpty, stored.journals.isEmpty else {
            throw .otherShard(path: store.path, mark, wanted: wanted)
        }
        try store.keep(wanted.isEmpty ? nil : Array(wanted.utf8), as: Agent.StoreKey.shard)
    }
}
