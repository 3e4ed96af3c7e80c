package import GeofenceCore

/// A device's true way, the rings it is watched by, and how often it tells where it is.
package struct Scenario: Sendable {
    package var walk: Walk
    package var rings: [Ring]
    /// Seconds from fix to fix.
    package var interval: Double

    package init(_ walk: Walk, rings: [Ring], interval: Double = 10) {
        self.walk = walk
        self.rings = rings
        self.interval = interval
    }

    /// What the device tells: the first fix is exact, so that it begins on the right side, the others have
    /// errors.
    package func observations(_ model: ErrorModel, seed: UInt64) throws -> [Observation] {
        let site = try Site()
        var errors = ErrorProcess(model, seed: seed)
        let count = Int(walk.end / interval)
        return try (0...count).map { index in
            let second = Double(index) * interval
            let (error, reported) =
                index == 0 ? (.site, model.reported.lowerBound) : errors.next(after: interval)
            let place = try site.coordinate(walk.point(at: second) + error)
            let time = Timestamp(milliseconds: Seconds.milliseconds(second))
            // It has come from somewhere, by car.
            let speed =
                index == 0 && model.speedError != nil ? 30 : errors.speed(walk.velocity(at: second))
            let fix = Fix(coordinate: place, accuracy: model.isSilent ? nil : reported, speed: speed)
            return Observation(time: time, arrival: time, fix: fix)
        }
    }

    /// What an engine makes of what the device tells: the transitions at each ring.
    package func transitions(_ observations: [Observation], _ setting: Setting) throws -> [[Transition]] {
        let site = try Site()
        let circles = try rings.map { try Circle(center: site.coordinate($0.center), radius: $0.radius) }
        return try setting.transitions(observations, at: circles.map(Shape.circle))
    }
}
