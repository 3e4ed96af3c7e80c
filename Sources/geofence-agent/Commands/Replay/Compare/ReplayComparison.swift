import GeofenceCore

/// What another configuration would have made else of the same tracks.
struct ReplayComparison {
    /// What has become of an event.
    enum Change: Hashable, Sendable {
        case added, lost
        /// By so many milliseconds, negative where it would have been earlier.
        case moved(Int64)
    }

    /// How many events of a fence are what.
    struct Counts: Hashable, Sendable {
        var before = 0, after = 0, same = 0, moved = 0, added = 0, lost = 0
    }

    /// The fences with events, ascending by id.
    private(set) var fences: [(id: String, counts: Counts)] = []
    /// What differs, by the time that it had, else has.
    private(set) var changes: [(event: ComparedEvent, change: Change)] = []

    /// Compares the lines of two replays.
    ///
    /// - Complexity: that of sorting.
    init(before: [UInt8], after: [UInt8]) {
        let (olds, news) = (Self.times(before), Self.times(after))
        var counts: [String: Counts] = [:]
        for series in Set(olds.keys).union(news.keys).sorted() {
            let (old, new) = (olds[series] ?? [], news[series] ?? [])
            var own = counts[series.fence] ?? Counts()
            compare(series, old, new, &own)
            counts[series.fence] = own
        }
        fences = counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        let order = changes.indices.sorted {
            (changes[$0].event.time, $0) < (changes[$1].event.time, $1)
        }
        changes = order.map { changes[$0] }
    }

    private static func times(_ lines: [UInt8]) -> [ComparedEvent.Series: [Timestamp]] {
        var times: [ComparedEvent.Series: [Timestamp]] = [:]
        for line in lines.split(separator: 0x0A) {
            if let event = ComparedEvent(line) { times[event.series, default: []].append(event.time) }
        }
        return times.mapValues { $0.sorted() }
    }

    private mutating func compare(
        _ series: ComparedEvent.Series,
        _ olds: [Timestamp],
        _ news: [Timestamp],
        _ counts: inout Counts
    ) {
        counts.before += olds.count
        counts.after += news.count
        var (isKept, isKnown) = (Set<Int>(), Set<Int>())
        for (old, new) in EventMatch.pairs(olds, news) {
            isKept.insert(old)
            isKnown.insert(new)
            let shift = news[new].millisecondsSince(olds[old])
            if shift == 0 {
                counts.same += 1
            } else {
                counts.moved += 1
                changes.append((ComparedEvent(series: series, time: olds[old]), .moved(shift)))
            }
        }
        for old in olds.indices where !isKept.contains(old) {
            counts.lost += 1
            changes.append((ComparedEvent(series: series, time: olds[old]), .lost))
        }
        for new in news.indices where !isKnown.contains(new) {
            counts.added += 1
            changes.append((ComparedEvent(series: series, time: news[new]), .added))
        }
    }
}
