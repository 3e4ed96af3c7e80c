/// Lists that are too long for one answer come in pages: whoever asks goes on behind the last entry, until a
/// page is empty.
extension Agent {
    /// Entries in one answer at most.
    static let longestList = 1000
    /// Bytes of a list in one answer, unless its first entry alone has more: clients, and brokers, take no
    /// packets of any size.
    ///
    /// With room for the rest of the packet below the 262,144 bytes that `config/mosquitto.conf` lets
    /// through.
    static let longestPage = 192 << 10

    /// As many entries as fit into one answer, and the first one in any case; of each item the entry that
    /// `describe` makes, if any.
    static func page<Item>(_ items: some Sequence<Item>, _ describe: (Item) -> [UInt8]?) -> [[UInt8]] {
        var page: [[UInt8]] = []
        var bytes = 0
        for item in items {
            guard let entry = describe(item) else { continue }
            bytes += entry.count + 1
            if bytes > longestPage, !page.isEmpty { break }
            page.append(entry)
        }
        return page
    }

    /// Writes a list as far as it fits into an answer, and under `omitted` how many entries of it don't.
    static func writePage(_ entries: [[UInt8]], as name: StaticString, to json: inout JSONWriter) {
        let page = page(entries) { $0 }
        json.member(name, json: JSONWriter.array(page))
        if page.count < entries.count { json.member("omitted", entries.count - page.count) }
    }
}

extension Sequence where Element: Comparable {
    /// The smallest so many, ascending: without sorting all where few are wanted.
    ///
    /// - Complexity: one pass, and sorting twice that many now and then; elements in descending order are the
    ///   worst case.
    func smallest(_ count: Int) -> [Element] {
        guard count > 0 else { return [] }
        var found: [Element] = []
        var bound: Element?
        for element in self {
            if let bound, element >= bound { continue }
            found.append(element)
            guard found.count == 2 * count else { continue }
            found.sort()
            found.removeLast(count)
            bound = found.last
        }
        return Array(found.sorted().prefix(count))
    }
}
