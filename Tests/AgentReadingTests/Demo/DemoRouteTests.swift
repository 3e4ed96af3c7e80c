import Testing

@testable import geofence_agent

@Suite struct DemoRouteTests {
    /// A triangle: east in 4 s, a stay of 2 s on a network, back in 2 s.
    static let route = DemoRoute(stages: [
        DemoRoute.Stage(seconds: 4, end: DemoPlace(east: 100, north: 0)),
        DemoRoute.Stage(seconds: 2, end: DemoPlace(east: 100, north: 0), network: "Net", note: "stays"),
        DemoRoute.Stage(seconds: 2, end: .middle),
    ])

    @Test(arguments: [
        (0, 0, 0), (1, 0, 25), (3.5, 0, 87.5), (4, 1, 100), (5.9, 1, 100), (6, 2, 100), (7, 2, 50), (8, 0, 0),
        (17, 0, 25),
    ])
    func `knows stage and place at any time, round after round`(
        _ seconds: Double,
        _ stage: Int,
        _ east: Double
    ) {
        let moment = Self.route.moment(at: seconds)
        #expect(moment.index == stage)
        #expect(moment.place == DemoPlace(east: east, north: 0))
    }

    @Test func `tells a network when it changes, and a note when its stage begins`() {
        let device = DemoDevice(id: "x", summary: "", route: Self.route)
        let reports = (0..<9).map(device.report)
        #expect(
            reports.map(\.network) == [
                DemoReport.Network.none, nil, nil, nil, .joined("Net"), nil, .left("Net"), nil, nil,
            ]
        )
        #expect(reports.map(\.note) == [nil, nil, nil, nil, "stays", nil, nil, nil, nil])
    }

    @Test(arguments: 0..<200) func `scatters no farther than it is allowed to`(_ step: Int) {
        let offset = DemoNoise(seed: 7).offset(step, atMost: 20)
        #expect(offset.distance(to: .middle) <= 20)
        #expect(offset == DemoNoise(seed: 7).offset(step, atMost: 20))
    }
}
