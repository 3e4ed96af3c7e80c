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

    /// What an engine makes of what a device tells: the transitions at each shape.
    func transitions(_ observations: [Observation], at shapes: [Shape]) throws -> [[Transition]] {
        var engine = try engine(shapes)
        let device = engine.admit(try Identifier("device"))
        var effects = Effects()
        var found = Array(repeating: [Transition](), count: shapes.count)
        for observation in observations {
            effects.removeAll()
            _ = engine.advance(to: observation.time, &effects)
            _ = engine.observe(observation, device: device, &effects)
            for event in effects.events {
                guard let ring = Int(event.fence.description.dropFirst(4)) else { continue }
                found[ring].append(Transition(event, at: observation.time))
            }
        }
        return found
    }

    /// An engine whose fences have some shapes, with their numbers behind `ring` in their ids.
    func engine(_ shapes: [Shape]) throws -> Engine {
        let fences = try shapes.enumerated().map { index, shape in
            try Fence(id: Identifier("ring\(index)"), shape: shape, rules: rules)
        }
        var stream = StreamRules()
        stream.maxSpeed = maxSpeed
        stream.rest = rest
        return Engine(fences: fences, reportAllUpTo: 0, stream: stream)
    }
}
