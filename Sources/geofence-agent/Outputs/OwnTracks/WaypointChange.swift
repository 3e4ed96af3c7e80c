import GeofenceCore

/// What a phone's waypoints become by what it has sent.
struct WaypointChange {
    private let before: [Waypoint]
    /// All that the phone has from here on, and that are fences.
    private(set) var waypoints: [Waypoint]
    /// The fences of those that were published.
    private(set) var fences: [Fence] = []
    /// How many had no room.
    private(set) var beyond: UInt64 = 0
    private let most: Int

    /// Begins with what there was, where more is added to it, or with nothing; `most` are how many there may
    /// be.
    init(_ before: [Waypoint], isWhole: Bool, most: Int) {
        self.before = before
        self.most = most
        waypoints = isWhole ? [] : before
    }

    /// Applies what the phone says of one; the first counts that the list has of a mark.
    ///
    /// - Returns: what to tell of one that is passed over.
    mutating func apply(_ update: WaypointUpdate) -> String? {
        switch update {
        case .circle(let waypoint, let fence):
            guard !fences.contains(where: { $0.id == fence.id }) else {
                return "a waypoint stands in the list twice"
            }
            waypoints.removeAll { $0.mark.isSame(as: waypoint.mark) }
            guard waypoints.count < most else {
                beyond += 1
                return nil
            }
            waypoints.append(waypoint)
            fences.append(fence)
            return nil
        case .none(let mark, let why):
            waypoints.removeAll { $0.mark.isSame(as: mark) }
            return "a waypoint \(why)"
        case .unreadable(let mark, let why):
            if let mark, let known = before.first(where: { $0.mark.isSame(as: mark) }),
                !waypoints.contains(known)
            {
                waypoints.append(known)
            }
            return "a waypoint can't be taken: \(why)"
        }
    }
}
