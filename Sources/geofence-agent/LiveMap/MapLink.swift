/// How far the way to the broker is open for what a page shows.
struct MapLink: Hashable {
    var broker: Snapshot.Link
    /// Whether devices of other agents can't be had.
    var isFleetMissing = false

    /// All is new.
    static let open = MapLink(broker: .open)
}
