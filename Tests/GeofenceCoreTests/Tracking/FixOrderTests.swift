import Testing

@testable import GeofenceCore

/// The order of a device's fixes, of which the last fix says nearly all.
@Suite struct FixOrderTests {
    private let run = Run([])

    @Test func `what came last stays known by its stamp where the fix is forgotten`() throws {
        for second in [1, 2] { _ = try take(52, at: second) }
        let order = run.engine.devices[0].fixOrder
        run.engine.stopMonitoring(device: 0, at: time(3), &run.effects)
        run.engine.startMonitoring(device: 0, at: time(4), &run.effects)
        let state = run.engine.devices[0]
        #expect(state.fix == nil && state.fixOrder == order)
        #expect(try take(52, at: 2)?.duplicate == true)
        #expect(try take(53, at: 1)?.late == true)
        #expect(try take(53, at: 2)?.accepted == true)
        let both = run.engine.devices[0].fixOrder
        #expect(both.values.map(\.latitude) == [52, 53])
    }

    @Test(arguments: [false, true]) func `outlives a restart`(_ isForgotten: Bool) throws {
        for latitude in [52.0, 53, 54] { _ = try take(latitude, at: 1) }
        if isForgotten { run.engine.stopMonitoring(device: 0, at: time(3), &run.effects) }
        let order = run.engine.devices[0].fixOrder
        let restarted = try run.restarted().engine.devices[0].fixOrder
        #expect(order.values.count == 3 && restarted == order)
    }

    @Test func `takes room of its own only where a stamp is used again`() throws {
        for (second, latitude, isKept) in [(1, 52.0, false), (1, 53, true), (2, 54, false)] {
            _ = try take(latitude, at: second)
            let state = run.engine.devices[0]
            #expect(state.extras.isEmpty == !isKept, "\(latitude)")
        }
        let state = run.engine.devices[0]
        #expect(state.fixOrder.values.map(\.latitude) == [54])
    }

    @Test func `a fix with the order of another is damage`() throws {
        _ = try take(52, at: 1)
        let place = try Coordinate(latitude: 52, longitude: 13)
        run.engine.devices[0].fixOrder = ArrivalOrder(last: time(9), value: place)
        #expect(throws: DamagedBytes.self) { try run.restarted() }
    }

    private func take(_ latitude: Double, at second: Int) throws -> Outcome? {
        let fix = Fix(coordinate: try Coordinate(latitude: latitude, longitude: 13))
        let observation = Observation(time: time(second), arrival: time(second), fix: fix)
        return run.take(.observe(observation, device: try Identifier("van")))
    }

    private func time(_ second: Int) -> Timestamp { Timestamp(milliseconds: Int64(second) * 1000) }
}
