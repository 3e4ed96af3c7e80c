import GeofenceCore

extension Configuration {
    /// Reads `itineraries`, behind the fences, with which their stops' must not collide.
    mutating func readItineraries(_ key: ValueReader?) {
        guard let key, let list = key.list() else { return }
        guard list.count <= Itinerary.most else {
            return key.report("has \(list.count) entries, and at most \(Itinerary.most) are read")
        }
        var firsts: [Identifier: String] = [:]
        let taken = Set(fences.map(\.id)).union(fences.flatMap(\.groups))
        for value in list {
            guard let itinerary = Itinerary(reading: value, maxStops: limits.maxStops) else { continue }
            let id = value.member(Itinerary.Key.id) ?? value
            if let first = firsts[itinerary.id] {
                id.report("\"\(itinerary.id)\" is the id of \(first) too; give each itinerary its own")
            }
            firsts[itinerary.id] = value.path.description
            if let fence = itinerary.fenceIDs.first(where: { taken.contains($0.id) }) {
                id.report(
                    "the fence of its stop \(StopLabel.text(fence.index)) would be \"\(fence.id)\", which is a fence, or a group, already; choose another id"
                )
            }
            itineraries.append(itinerary)
        }
    }
}
