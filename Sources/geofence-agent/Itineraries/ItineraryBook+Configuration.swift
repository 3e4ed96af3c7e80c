import GeofenceCore

/// The itineraries of the configuration, beside those that were set at run time.
extension ItineraryBook {
    /// Puts the configuration's itineraries in force.
    ///
    /// Those that are as before go on, others begin anew. One that was set at run time stands in the place of
    /// one with its id.
    ///
    /// - Returns: the itineraries that are gone.
    mutating func configure(_ wanted: [Itinerary]) -> [Identifier] {
        let ids = Set(wanted.map(\.id))
        let gone = self.ids.filter { entries[$0]?.isOwn == false && !ids.contains($0) }
        for id in gone { self[id] = nil }
        var new = nextOrder
        for itinerary in wanted where !isInForce(itinerary) {
            let order = entries[itinerary.id]?.order ?? new
            new = max(new, order &+ 1)
            self[itinerary.id] = ItineraryEntry(itinerary, isOwn: false, order: order)
        }
        for device in devices { activate(device) }
        return gone
    }

    /// Whether all itineraries of the configuration are in force, and no others beside those set at run time.
    func isConfigured(_ wanted: [Itinerary]) -> Bool {
        entries.count(where: { !$0.value.isOwn }) <= wanted.count && wanted.allSatisfy(isInForce)
            && Set(wanted.map(\.id)).isSuperset(of: entries.values.filter { !$0.isOwn }.map(\.itinerary.id))
    }

    private func isInForce(_ itinerary: Itinerary) -> Bool {
        guard let entry = entries[itinerary.id] else { return false }
        return entry.isOwn || entry.itinerary == itinerary
    }
}
