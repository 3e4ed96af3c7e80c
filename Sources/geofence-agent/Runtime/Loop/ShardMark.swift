/// Whose devices a store has: those of one shard, or all.
///
/// A store is used by an agent of the same shard alone. Another would go on with devices that are not its
/// own, or begin anew with some that it has never heard of.
enum ShardMark {
    /// What a store says, or a configuration; nothing where an agent has all devices.
    static func text(_ shard: Shard?) -> String {
        shard.map { "partitions \($0.name) of \($0.partitions)" } ?? ""
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
