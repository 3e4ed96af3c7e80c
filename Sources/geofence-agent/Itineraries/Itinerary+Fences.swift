import GeofenceCore

/// The fences around the stops of an itinerary: circles for its device alone.
extension Itinerary {
    /// The id of a stop's fence, `{id}-{label}`; nil where that is too long.
    func fenceID(_ index: Int) -> Identifier? { try? Identifier("\(id)-\(StopLabel.text(index))") }

    /// The ids of the fences that its stops have, by the places of the stops; none without a device.
    var fenceIDs: [(index: Int, id: Identifier)] {
        guard device != nil else { return [] }
        return stops.indices.compactMap { index in
            guard radius(ofStop: index) != nil, let id = fenceID(index) else { return nil }
            return (index, id)
        }
    }

    /// The fences themselves, with the rules of fences that say nothing else.
    func fences(_ rules: Rules) -> [Fence] {
        guard let device, let pattern = try? DevicePattern(device.description) else { return [] }
        return fenceIDs.compactMap { index, id in
            let stop = stops[index]
            guard let radius = radius(ofStop: index),
                let circle = try? Circle(center: stop.place, radius: radius)
            else { return nil }
            return try? Fence(
                id: id,
                name: stop.name ?? "\(name ?? self.id.description) \(StopLabel.text(index))",
                shape: .circle(circle),
                devices: [pattern],
                rules: rules,
                origin: .itinerary
            )
        }
    }
}
