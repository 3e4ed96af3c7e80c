/// What can be asked of the fences by place.
extension Engine {
    /// A fence and how far a place is from its edge.
    public struct FenceDistance: Hashable, Sendable {
        /// The fence.
        public var fence: Fence
        /// Signed metres to the edge, negative inside.
        public var distance: Double
    }

    /// How large a fence's shape is, in metres: 2 · area / perimeter, a circle's radius; nil where it has no
    /// shape now.
    public func scale(ofFence slot: Int32) -> Double? { context.fences[slot]?.shape?.scale }

    /// The fences whose shape holds a place, whatever their heights and hours: the smallest distance
    /// to the edge, which is deepest inside, first; of equals by id.
    ///
    /// - Parameters:
    ///   - place: where.
    ///   - device: the device that they must be for; nil: whichever.
    /// - Returns: the fences with their distances.
    /// - Complexity: as for a fix.
    public func fences(holding place: Coordinate, for device: Int? = nil) -> [FenceDistance] {
        var slots: [Int32] = []
        context.fences.places.candidates(at: place, into: &slots)
        if let device { slots.removeAll { !isAdmitted(device, to: $0) } }
        return distances(of: slots, to: place).filter { $0.distance <= 0 }
    }

    /// The network that a device has reported last, also where that report waits to be sorted.
    package func newestNetwork(ofDevice device: Int) -> WiFiReport? {
        devices[device].held.last { $0.wifi != nil }?.wifi ?? devices[device].wifi?.value
    }

    /// The fences with a shape that are nearest to a place, by the signed distance to the edge; of equals by
    /// id.
    ///
    /// - Parameters:
    ///   - place: where.
    ///   - count: how many at most; fewer where there are fewer.
    ///   - reach: metres to the edge beyond which none is looked for; nil: anywhere.
    ///   - device: the device that they must be for; nil: whichever.
    ///   - isWanted: whether a fence counts.
    /// - Returns: the fences with their distances, the nearest first.
    /// - Complexity: the fences within twice the distance of the last one found.
    public func fences(
        nearest place: Coordinate,
        count: Int,
        within reach: Double? = nil,
        for device: Int? = nil,
        where isWanted: (Fence) -> Bool = { _ in true }
    ) -> [FenceDistance] {
        guard count > 0 else { return [] }
        let limit = min(reach ?? .infinity, Self.halfRound)
        var radius = min(Self.firstReach, limit)
        while true {
            var slots: [Int32] = []
            context.fences.places.candidates(within: radius, of: place, into: &slots)
            if let device { slots.removeAll { !isAdmitted(device, to: $0) } }
            slots.removeAll { slot in context.fences[slot].map { !isWanted($0.fence) } ?? true }
            let found = distances(of: slots, to: place).filter { $0.distance <= radius }
            // All that are no farther than this are among them.
            if found.count >= count || radius >= limit { return Array(found.prefix(count)) }
            radius = min(radius * 2, limit)
        }
    }

    /// Whether a fence is for a device.
    private func isAdmitted(_ device: Int, to slot: Int32) -> Bool {
        context.fences[slot].map { devices[device].isAdmitted(to: slot, $0) } ?? false
    }

    /// Metres in which the nearest are looked for first.
    private static let firstReach = 250.0
    /// Metres beyond which no two places are: half the circumference of WGS84 along the equator.
    private static let halfRound = 20_037_509.0

    private func distances(of slots: [Int32], to place: Coordinate) -> [FenceDistance] {
        let point = GeodesicPoint(place)
        let found = slots.compactMap { slot -> FenceDistance? in
            guard let entry = context.fences[slot], let shape = entry.shape else { return nil }
            return FenceDistance(fence: entry.fence, distance: shape.signedDistance(to: point))
        }
        return found.sorted { ($0.distance, $0.fence.id) < ($1.distance, $1.fence.id) }
    }
}
