import GeofenceCore

/// Which events are the same as before, which are gone and which are new.
///
/// Events of a device and kind are compared, as `EventMatch` says.
struct WhatIfComparison {
    /// Those that were, in order of their times, and whether each would be gone.
    private(set) var were: [(event: WhatIfEvent, isGone: Bool)]
    /// Those that would have been, and whether each is new.
    private(set) var events: [(event: WhatIfEvent, isNew: Bool)]

    /// How many would be gone.
    var removed: Int { were.count { $0.isGone } }
    /// How many would be new.
    var added: Int { events.count { $0.isNew } }

    private struct Series: Hashable {
        let device: Identifier
        let kind: String
    }

    /// - Complexity: that of sorting.
    init(were: [WhatIfEvent], events: [WhatIfEvent]) {
        let order: (WhatIfEvent, WhatIfEvent) -> Bool = { a, b in
            (a.time, a.device, a.kind) < (b.time, b.device, b.kind)
        }
        self.were = were.sorted(by: order).map { ($0, true) }
        self.events = events.sorted(by: order).map { ($0, true) }
        let before = Dictionary(grouping: self.were.indices) { Self.series(self.were[$0].event) }
        let after = Dictionary(grouping: self.events.indices) { Self.series(self.events[$0].event) }
        for (series, olds) in before { match(olds, after[series] ?? []) }
    }

    private static func series(_ event: WhatIfEvent) -> Series {
        Series(device: event.device, kind: event.kind)
    }

    private mutating func match(_ olds: [Int], _ news: [Int]) {
        let pairs = EventMatch.pairs(
            olds.map { were[$0].event.time },
            news.map { events[$0].event.time }
        )
        for (old, new) in pairs {
            were[olds[old]].isGone = false
            events[news[new]].isNew = false
        }
    }
}
