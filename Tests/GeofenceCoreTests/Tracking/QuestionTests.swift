@testable import GeofenceCore
import Testing

@Suite struct QuestionTests {
    /// Fences by the thousand, some large, all over the Earth.
    private func engine(_ places: inout RandomPlaces) throws -> Engine {
        Engine(
            fences: try (0..<500).map { index in
                let circle = try Circle(center: places.place(), radius: places.magnitude(in: 1...5_000_000))
                return try Fence(id: Identifier("f\(index)"), shape: .circle(circle))
            }
        )
    }

    /// All distances, by looking at every fence.
    private func all(_ engine: borrowing Engine, _ place: Coordinate) -> [Engine.FenceDistance] {
        let point = GeodesicPoint(place)
        return engine.allFences.compactMap { fence in
            fence.shape.map { .init(fence: fence, distance: PreparedShape($0).signedDistance(to: point)) }
        }
        .sorted { ($0.distance, $0.fence.id) < ($1.distance, $1.fence.id) }
    }

    @Test("the fences that hold a place, and the nearest, are those that a look at every fence finds")
    func likeAll() throws {
        var places = RandomPlaces(seed: 5)
        let engine = try engine(&places)
        for _ in 0..<200 {
            let place = try places.place()
            let all = all(engine, place)
            #expect(engine.fences(holding: place) == all.filter { $0.distance <= 0 })
            let count = places.index(below: 20) + 1
            #expect(engine.fences(nearest: place, count: count) == Array(all.prefix(count)))
            let reach = places.magnitude(in: 1...20_000_000)
            let near = all.filter { $0.distance <= reach }
            #expect(engine.fences(nearest: place, count: 500, within: reach) == near)
        }
    }

    @Test func `a fence is as large as its circle, and a network has no size`() throws {
        let circle = try Circle(center: Coordinate(latitude: 52, longitude: 13), radius: 150)
        let engine = Engine(fences: [
            try Fence(id: Identifier("a"), shape: .circle(circle)),
            try Fence(id: Identifier("b"), shape: nil, wifi: [.ssid("Net")]),
        ])
        let sizes = engine.allFences.map { engine.slot(of: $0.id).flatMap { engine.scale(ofFence: $0) } }
        #expect(sizes == [150, nil])
        #expect(engine.scale(ofFence: 99) == nil)
    }

    @Test func `a device is known once a fix or a network of it is`() throws {
        var engine = Engine()
        var effects = Effects()
        let devices = [engine.admit(try Identifier("a")), engine.admit(try Identifier("b"))]
        #expect(devices.map { engine.isKnown($0) } == [false, false])
        let network = WiFiReport.connected(ssid: "Net", bssid: nil)
        let time = Timestamp(milliseconds: 1)
        _ = engine.observe(Observation(time: time, arrival: time, wifi: network), device: 1, &effects)
        #expect(devices.map { engine.isKnown($0) } == [false, true])
    }
}
