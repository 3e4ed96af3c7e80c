/// A fence of the demonstration.
struct DemoFence: Hashable {
    var id: String
    var name: String
    var shape: Shape?
    var networks: [String] = []
    /// Seconds that an exit must last.
    var exitAfter = 0
    /// Seconds after an enter at which a dwell event is due.
    var dwell: [Int] = []

    /// A circle on the map.
    struct Shape: Hashable {
        var middle: DemoPlace
        /// Metres.
        var radius: Double

        /// Whether a place lies inside, by the point alone.
        func holds(_ place: DemoPlace) -> Bool { middle.distance(to: place) <= radius }
    }

    /// Where vans are loaded: a circle and a network.
    static let depot = DemoFence(
        id: "depot",
        name: "Depot Nord",
        shape: Shape(middle: .middle, radius: 150),
        networks: ["DepotNet"],
        dwell: [5]
    )
    /// Where they deliver: with an exit that must last.
    static let customer = DemoFence(
        id: "customer-17",
        name: "Customer 17",
        shape: Shape(middle: DemoPlace(east: 700, north: 100), radius: 80),
        exitAfter: 2,
        dwell: [3]
    )
    /// A quarter of the town, with the customer in it.
    static let town = DemoFence(
        id: "old-town",
        name: "Old Town",
        shape: Shape(middle: DemoPlace(east: 900, north: 100), radius: 400)
    )
    /// A network and no place.
    static let office = DemoFence(id: "office", name: "Office", networks: ["Office"], dwell: [3])

    /// All of them.
    static let all = [depot, customer, town, office]

    /// What it is, for the header.
    var summary: String {
        let circle = shape.map { "circle of \(Int($0.radius)) m" }
        let wifi = networks.isEmpty ? nil : "WiFi \(networks.joined(separator: ", "))"
        let place = [circle, wifi].compactMap { $0 }.joined(separator: " or ")
        let hold = exitAfter > 0 ? ["exits held \(exitAfter) s"] : []
        let dwells = dwell.isEmpty ? [] : ["dwell \(dwell.map { "\($0) s" }.joined(separator: ", "))"]
        return ([place] + hold + dwells).joined(separator: ", ")
    }
}
