package import GeofenceCore

/// Rules with a name, and what else of an engine is to be tried.
package struct Setting: Sendable {
    package var name: String
    package var rules: Rules
    /// Highest plausible speed in km/h; nil: any.
    package var maxSpeed: Double?
    /// How a device at rest is judged.
    package var rest: RestRule

    package init(
        _ name: String,
        maxSpeed: Double? = nil,
        rest: RestRule = .oneFix,
        _ change: (inout Rules) -> Void = { _ in }
    ) {
        self.name = name
        self.maxSpeed = maxSpeed
        self.rest = rest
        rules = Rules()
        change(&rules)
    }

    /// The default but for how accuracy weighs.
    package init(_ rule: AccuracyRule) {
        self.init(rule.rawValue) { $0.accuracy = rule }
    }

    /// An engine whose fences are the rings, with their numbers behind `ring` in their ids.
    func engine(_ rings: [Ring], at site: Site) throws -> Engine {
        let fences = try rings.enumerated().map { index, ring in
            try fence("ring\(index)", ring, at: site)
        }
        var stream = StreamRules()
        stream.maxSpeed = maxSpeed
        stream.rest = rest
        return Engine(fences: fences, reportAllUpTo: 0, stream: stream)
    }

    private func fence(_ id: String, _ ring: Ring, at site: Site) throws -> Fence {
        let circle = try Circle(center: site.coordinate(ring.center), radius: ring.radius)
        return try Fence(id: Identifier(id), shape: .circle(circle), rules: rules)
    }
}
