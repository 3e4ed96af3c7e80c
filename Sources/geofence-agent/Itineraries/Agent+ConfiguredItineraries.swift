import GeofenceCore

/// Which itineraries of the configuration can be in force: the fences of their stops need ids of their own.
extension Agent {
    /// The configuration's itineraries, but for those of which a stop's fence would have the id of a fence,
    /// or a group, that was set at run time.
    var configuredItineraries: [Itinerary] {
        let all = port.settings.itineraries
        guard !all.isEmpty, !runtimeFences.isEmpty else { return all }
        let (book, groups) = (itineraries, runtimeGroups)
        return all.filter { conflict($0, book, groups) == nil }
    }

    /// The groups that fences set at run time are in.
    private var runtimeGroups: Set<Identifier> { Set(runtimeFences.values.lazy.flatMap(\.groups)) }

    /// The stop whose fence somebody else has the id of, with that id; nil where all are free, or its own.
    private func conflict(
        _ itinerary: Itinerary,
        _ book: ItineraryBook,
        _ groups: Set<Identifier>
    ) -> (index: Int, id: Identifier)? {
        itinerary.fenceIDs.first { _, id in
            guard book.stops[id]?.itinerary != itinerary.id else { return false }
            return runtimeFences[id] != nil || groups.contains(id)
        }
    }

    /// Says which itineraries of the configuration are left out, and why.
    mutating func warnOfConflicts() {
        let all = port.settings.itineraries
        guard !all.isEmpty, !runtimeFences.isEmpty else { return }
        let (book, groups) = (itineraries, runtimeGroups)
        for itinerary in all {
            guard let (index, id) = conflict(itinerary, book, groups) else { continue }
            port.remark(
                "the itinerary \"\(itinerary.id)\" of the configuration is left out: the fence of its stop \(StopLabel.text(index)) would be \"\(id)\", which was set at run time as a fence, or a group; choose another id, or remove that one and let the configuration be read again",
                of: "itineraries",
                isNotable: true
            )
        }
    }
}
