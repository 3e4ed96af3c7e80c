extension FenceEntry {
    /// The probability from 0 to 1 that a device is inside, or that it is outside, by its last fix and
    /// network.
    ///
    /// 1 where a network says so, and where nothing is known that could speak against it. A device at another
    /// height than the fence's is outside for certain.
    func confidence(in status: Status, _ fix: Fix?, _ via: Via) -> Double {
        confidence(in: status, fix, via, shape)
    }

    /// The same, where its shape is at hand.
    func confidence(in status: Status, _ fix: Fix?, _ via: Via, _ shape: PreparedShape?) -> Double {
        guard let shape, let fix, status == .outside || !via.contains(.wifi) else { return 1 }
        let isInReach = fence.altitude?.holds(fix.altitude) ?? true
        let inside = isInReach ? shape.confidence(at: fix.coordinate, accuracy: accuracy(of: fix)) : 0
        return status == .inside ? inside : 1 - inside
    }
}

extension PreparedShape {
    /// The probability from 0 to 1 that the true place is inside, where a fix with that accuracy in metres is
    /// at a place.
    ///
    /// By the signed distance alone where the edge is farther off than an error ever is.
    fileprivate func confidence(at place: Coordinate, accuracy: Double) -> Double {
        let point = GeodesicPoint(place)
        let distance = signedDistance(to: point)
        guard let error = PositionError(accuracy: accuracy), abs(distance) < error.reach else {
            return distance <= 0 ? 1 : 0
        }
        switch self {
        case .circle(let circle):
            return error.confidence(inDiscOf: circle.radius, at: distance + circle.radius)
        case .outline(let outline) where outline.reach > 0:
            var line: [PlaneSegment] = []
            edges(within: error.reach + outline.reach, of: point) {
                line.append(PlaneSegment(start: $0.start, end: $0.end))
            }
            return error.confidence(within: outline.reach, of: line)
        case .outline:
            var sum = EdgeConfidence(sigma: error.sigma, isInside: distance <= 0)
            edges(within: error.reach, of: point) { sum.add(from: $0.start, to: $0.end) }
            return sum.probability
        }
    }
}

extension Event.Kind {
    /// What the event says of the device.
    var status: Status {
        switch self {
        case .exit: .outside
        case .enter, .dwell, .speeding, .speedingEnd: .inside
        }
    }
}

extension PlaneEdge {
    fileprivate var start: (x: Double, y: Double) { (startEast, startNorth) }
    fileprivate var end: (x: Double, y: Double) { (endEast, endNorth) }
}
