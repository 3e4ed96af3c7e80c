import GeofenceCore

/// What of the past can be read from the store.
struct PastReader {
    /// Whether the history has a device, which may never have reported.
    var hasDevice: (Identifier) throws(StoreFailure) -> Bool = { _ in false }
    /// The visits of a device that have ended.
    var visits: (Identifier) throws(StoreFailure) -> [Visit] = { _ in [] }
    /// Damaged stores that were moved aside, which may still hold what the agent has forgotten.
    var damagedStores: () -> [String] = { [] }
    /// Copies of the store that nobody has fetched, which may as well.
    var copies: () -> [String] = { [] }
    /// The devices that have visits.
    var devicesWithVisits: () throws(StoreFailure) -> [Identifier] = { [] }
}
