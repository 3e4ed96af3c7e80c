/// The round of a device of the demonstration, for the live map: straight ways, since there is no router.
struct DemoItinerary: Hashable {
    /// A stop, with a fence around it.
    struct Stop: Hashable {
        var name: String
        var place: DemoPlace
        /// Metres.
        var radius: Int
    }

    var id: String
    var name: String
    var device: String
    var stops: [Stop]

    /// That of the first van, again and again.
    static let shown = DemoItinerary(
        id: "round",
        name: "Round of van-1",
        device: "van-1",
        stops: [
            Stop(name: "Depot Nord", place: .middle, radius: 100),
            Stop(name: "Customer 17", place: DemoPlace(east: 700, north: 100), radius: 60),
            Stop(name: "North Gate", place: DemoPlace(east: 350, north: 330), radius: 80),
        ]
    )

    /// Whether a fence is that of a stop: what the terminal shows is of the fences that it lists.
    func owns(_ fence: String) -> Bool { fence.utf8.starts(with: "\(id)-".utf8) }

    /// The key of the configuration.
    var setting: String {
        let stops = stops.map { stop in
            "{ \"name\": \"\(stop.name)\", \"latitude\": \(stop.place.latitude), "
                + "\"longitude\": \(stop.place.longitude), \"radius\": \(stop.radius) }"
        }
        return """
            "itineraries": [
                { "id": "\(id)", "name": "\(name)", "device": "\(device)", "repeat": true, "stops": [
                  \(stops.joined(separator: ",\n      "))
                ] }
              ]
            """
    }
}
