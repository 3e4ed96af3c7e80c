import Testing

@testable import GeofenceCore

/// The mixture against one that phones run, where that follows the paper: on the plane of web maps, without a
/// floor or merging.
@Suite struct ZoneVectorTests {
    /// A component: mean x and y, variances east, cross and north, prior, age, accumulator.
    typealias Expected = [Double]

    /// The components after some visits.
    struct Step: Sendable {
        var table: ZoneTable
        var visits: Int
        var components: [Expected]
    }

    @Test(arguments: Self.steps)
    func `the mixture after some visits`(_ step: Step) throws {
        try compare(step.table, steps: step.visits, step.components)
    }

    static let pair: Expected = [
        111_325.05676781324, 222_684.20850554455, 434.5099637118744, 0, 450, 2.0 / 3, 2, 2,
    ]
    static let shared: [Expected] = [
        [
            556_717.2226065123, 5_621_518.50290337, 196.08063762458156, -19.797870680367975,
            283.73587464767695, 0.499999999999988, 2, 1.9999999999998428,
        ],
        [556_589.3109456162, 5_621_513.685576133, 400, 0, 400, 0.500000000000012, 2, 1.9999999999999385],
    ]
    static let street: [Expected] = [
        [16_832_600.432509333, -4_011_394.0611656606, 3600, 0, 3600, 1, 2, 2],
        [
            16_832_593.842395477, -4_011_405.5711416667, 2414.4765335282013, 25.284017438688352,
            2444.1598492204325, 1, 3, 3,
        ],
        [
            16_832_620.202850897, -4_011_359.5312067713, 1350.7976332495564, 961.995298036065,
            2480.172349301962, 1, 9, 9,
        ],
    ]
    static let steps: [Step] = [
        Step(
            table: .single,
            visits: 1,
            components: [[111_319.49079327357, 222_684.20850554455, 900, 0, 900, 1, 1, 1]]
        ),
        Step(
            table: .merged,
            visits: 3,
            components: [
                pair, [222_638.98158654713, 669_141.0570442454, 1600, 0, 1600, 1.0 / 3, 1, 1],
            ]
        ),
        // Two places whose gates overlap share a visit by its probability.
        Step(table: .overlapping, visits: 4, components: shared),
        Step(table: .street, visits: 2, components: [street[0]]),
        Step(table: .street, visits: 3, components: [street[1]]),
        Step(table: .street, visits: 9, components: [street[2]]),
    ]

    private func compare(_ table: ZoneTable, steps: Int, _ expected: [Expected]) throws {
        var rules = ZoneRules()
        (rules.gate, rules.floor, rules.ceiling) = (0.95, 1e-6, 1e6)
        (rules.mergeWithin, rules.minMass) = (0, 0)
        var mixture = Mixture<MercatorFrame>(rules: rules)
        for visit in table.visits.prefix(steps) {
            mixture.add(try #require(KeptVisit(try Visit(row: visit))))
        }
        let mass = mixture.components.reduce(0) { $0 + $1.accumulator }
        let found = mixture.components.map { component in
            let mean = MercatorFrame.project(component.anchor) + component.mean
            let covariance = component.covariance
            return [
                mean.east, mean.north, covariance.east, covariance.cross, covariance.north,
                component.accumulator / mass, Double(component.age), component.accumulator,
            ]
        }
        try #require(found.map(\.count) == expected.map(\.count))
        for (found, expected) in zip(found.joined(), expected.joined()) {
            #expect(abs(found - expected) <= 1e-9 * max(1, abs(expected)))
        }
    }
}

extension Visit {
    /// From a row of the table.
    init(row: [Double]) throws {
        let arrival = Timestamp(milliseconds: Int64(row[3]) * 1000)
        let departure = arrival.advanced(byMilliseconds: Int64(row[4]) * 1000)
        self.init(
            arrival: arrival,
            departure: departure,
            lastInside: departure,
            center: try Coordinate(latitude: row[0], longitude: row[1]),
            accuracy: row[2],
            fixes: 3
        )
    }
}
