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
        try engine(rings.map { try Circle(center: site.coordinate($0.center), radius: $0.radius) })
    }

    /// An engine whose fences are circles, with their numbers behind `ring` in their ids.
    func engine(_ circles: [Circle]) throws -> Engine {
        let fences = try circles.enumerated().map { index, circle in
            try Fence(id: Identifier("ring\(index)"), shape: .circle(circle), rules: rules)
        }
        var stream = StreamRules()
        stream.maxSpeed = maxSpeed
        stream.rest = rest
        return Engine(fences: fences, reportAllUpTo: 0, stream: stream)
    }
}
