@testable import GeofenceCore
import Testing

@Suite struct PlaceOrderTests {
    private func fence(_ id: String, _ latitude: Double, _ longitude: Double) throws -> Fence {
        let center = try Coordinate(latitude: latitude, longitude: longitude)
        return try Fence(id: Identifier(id), shape: .circle(Circle(center: center, radius: 50)))
    }

    private func order(_ fences: [Fence]) -> [String] {
        fences.inPlaceOrder().map(\.id.description)
    }

    @Test("neighbours come together, whatever order they are given in")
    func neighbours() throws {
        let fences = try [
            fence("rome-1", 41.90, 12.49), fence("oslo-1", 59.91, 10.75), fence("lima-1", -12.05, -77.04),
            fence("rome-2", 41.91, 12.50), fence("oslo-2", 59.92, 10.76), fence("lima-2", -12.04, -77.03),
        ]
        for shuffled in [fences, fences.reversed(), fences.shuffled()] {
            let order = order(shuffled).map { $0.prefix(4) }
            #expect(order == ["lima", "lima", "rome", "rome", "oslo", "oslo"])
        }
    }

    @Test("a square is visited before the next one: south-west, north-west, south-east, north-east")
    func squares() throws {
        let fences = try [
            fence("ne", 10, 10), fence("nw", 10, -10), fence("se", -10, 10), fence("sw", -10, -10),
        ]
        #expect(order(fences) == ["sw", "nw", "se", "ne"])
    }

    @Test("of two with one id the last counts")
    func lastOfTwo() throws {
        let fences = try [fence("a", 10, 10), fence("b", 10, 10), fence("a", -10, -10)]
        #expect(fences.inPlaceOrder() == [fences[2], fences[1]])
    }

    @Test("of several with one id the last counts, wherever it lies")
    func lastOfSeveral() throws {
        let fences = try [
            fence("a", -10, -10), fence("b", -10, -10), fence("a", -9, -10), fence("c", 0, 0),
            fence("b", 10, 10),
            fence("a", 10, 10),
        ]
        #expect(fences.inPlaceOrder() == [fences[3], fences[4], fences[5]])
    }

    @Test("fences without a place and with longitudes beyond 180° have one, too")
    func anyShape() throws {
        let network = try Fence(id: Identifier("net"), shape: nil, wifi: [WiFiPattern("Home")])
        let line = try [Position(longitude: 359, latitude: -90), Position(longitude: 361, latitude: -89)]
        let corridor = try Fence(id: Identifier("lane"), shape: .corridor(Corridor(line: line, width: 10)))
        let box = try Rectangle(west: 170, south: 0, east: 180, north: 90)
        let rectangle = try Fence(id: Identifier("box"), shape: .rectangle(box))
        #expect(Set(order([rectangle, corridor, network])) == ["net", "lane", "box"])
    }

    @Test("an engine tells the statuses of few fences in the order given, and finds many the same")
    func engine() throws {
        let fences = try (0..<200).map { index in
            let (latitude, longitude) = (index * 37 % 170 - 85, index * 53 % 360 - 180)
            return try fence("f\(index)", Double(latitude), Double(longitude))
        }
        #expect(Engine(fences: Array(fences.prefix(100))).fence(1)?.id.description == "f1")
        let engine = Engine(fences: fences)
        #expect(engine.allFences == fences.sorted { $0.id < $1.id })
        #expect(engine.fence(1)?.id.description != "f1")
    }
}
