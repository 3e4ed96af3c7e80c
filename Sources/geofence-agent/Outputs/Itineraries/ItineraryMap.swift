import GeofenceCore

/// Which itineraries have not been sent to the live map yet.
struct ItineraryMap {
    /// Itineraries in a slice.
    static let slice = 50

    private var board: MapBoard?
    private var watch = 0
    private var changed: Set<Identifier> = []

    /// Somebody may look on through a board from now on.
    mutating func connect(_ board: MapBoard) { self.board = board }

    /// Itineraries have changed, or are gone.
    mutating func note(_ ids: [Identifier]) {
        if watch != 0 { changed.formUnion(ids) }
    }

    var hasWork: Bool { !changed.isEmpty }

    /// The next ones to be sent; all of them where somebody has begun to look on.
    mutating func next(of all: [Identifier]) -> (board: MapBoard, watch: Int, ids: [Identifier])? {
        guard let board else { return nil }
        let current = board.watch
        if current != watch {
            watch = current
            changed = current == 0 ? [] : Set(all)
        }
        guard watch != 0, !changed.isEmpty else { return nil }
        let ids = changed.sorted().prefix(Self.slice)
        changed.subtract(ids)
        return (board, watch, Array(ids))
    }
}

extension ItineraryOutput {
    /// Leaves on the map's board what has changed.
    mutating func tellMap(_ tracker: borrowing Tracker, _ settings: AgentSettings) {
        guard let (board, watch, ids) = map.next(of: book.ids) else { return }
        var update = MapUpdate(watch: watch)
        for id in ids { update.put(itinerary: text(id, tracker), id) }
        board.put(update)
    }

    /// An itinerary as requests and the live map have it; nil where it is gone.
    func text(_ id: Identifier, hasLegs: Bool = true, _ tracker: borrowing Tracker) -> [UInt8]? {
        guard let entry = book[id] else { return nil }
        let plan = plan(entry.itinerary)
        return Reports.itinerary(entry, plan, estimate(entry, plan, tracker), hasLegs: hasLegs)
    }
}
