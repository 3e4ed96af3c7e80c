import GeofenceCore

/// What the address service has said within a day: the answers that were asked for last.
struct AddressCache {
    /// Answers at most.
    static let most = 1000
    /// Milliseconds for which an answer counts.
    static let lifetime: Int64 = 86_400_000

    private struct Entry {
        var addresses: [Address]
        var since: Timestamp
        /// When it was asked for last, as a count.
        var lastUse: UInt64
    }

    private var entries: [AddressQuery: Entry] = [:]
    private var uses: UInt64 = 0

    var count: Int { entries.count }

    /// The answer to a query; nil where there is none that counts.
    mutating func addresses(for query: AddressQuery, at now: Timestamp) -> [Address]? {
        guard let entry = entries[query] else { return nil }
        guard (0..<Self.lifetime).contains(now.millisecondsSince(entry.since)) else {
            entries[query] = nil
            return nil
        }
        uses += 1
        entries[query]?.lastUse = uses
        return entry.addresses
    }

    /// Keeps an answer; the one that was not asked for the longest goes where there are too many.
    mutating func keep(_ addresses: [Address], for query: AddressQuery, at now: Timestamp) {
        uses += 1
        entries[query] = Entry(addresses: addresses, since: now, lastUse: uses)
        guard entries.count > Self.most else { return }
        let oldest = entries.min { $0.value.lastUse < $1.value.lastUse }
        if let oldest { entries[oldest.key] = nil }
    }
}
