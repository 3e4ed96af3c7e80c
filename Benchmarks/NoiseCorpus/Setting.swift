package import GeofenceCore

/// Rules with a name, and what else of an engine is to be tried.
package struct Setting: Sendable {
    package var name: String
    package var rules: Rules

    package init(_ name: String, _ change: (inout Rules) -> Void = { _ in }) {
        self.name = name
        rules = Rules()
        change(&rules)
    }

    /// The default but for how accuracy weighs.
    package init(_ rule: AccuracyRule) {
        self.init(rule.rawValue) { $0.accuracy = rule }
    }

    /// An engine whose fences are the rings, in slots of the same order.
    func engine(_ rings: [Ring], at site: Site) throws -> Engine {
        let fences = try rings.enumerated().map { index, ring in
            try fence("ring\(index)", ring, at: site)
        }
        return Engine(fences: fences, tellAllUpTo: 0)
    }

    private func fence(_ id: String, _ ring: Ring, at site: Site) throws -> Fence {
        let circle = try Circle(center: site.coordinate(ring.center), radius: ring.radius)
        return try Fence(id: Identifier(id), circle: circle, rules: rules)
    }
}
