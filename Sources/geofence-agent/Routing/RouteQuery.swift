import GeofenceCore

/// A way that is asked for: two places to five decimals, about a metre, and how it is gone.
struct RouteQuery: Hashable, Sendable {
    var from, to: Coordinate
    var profile: String
    /// Other ways that are wanted, too, 0 to 3; a router may have fewer.
    var alternatives = 0

    /// How often there has been another router: what the last one answers is no answer of this one.
    var generation = 0

    /// Other ways at most.
    static let mostAlternatives = 3

    init(_ from: Coordinate, _ to: Coordinate, profile: String) {
        (self.from, self.to, self.profile) = (Self.rounded(from), Self.rounded(to), profile)
    }

    private static func rounded(_ place: Coordinate) -> Coordinate {
        func five(_ degrees: Double) -> Double { (degrees * 100_000).rounded() / 100_000 }
        let rounded = try? Coordinate(latitude: five(place.latitude), longitude: five(place.longitude))
        return rounded ?? place
    }

    /// The request to a router.
    func request(_ settings: RouterSettings) -> OutboundRequest {
        let lane = OutboundLane(name: "routing", atOnce: settings.parallel)
        let body = settings.kind == .valhalla ? valhalla(settings) : nil
        return settings.request(path(settings), body: body, lane: lane)
    }

    private func path(_ settings: RouterSettings) -> String {
        guard settings.kind == .osrm else { return "/route" }
        let places = [from, to].map {
            "\(JSONWriter.text($0.longitude)),\(JSONWriter.text($0.latitude))"
        }.joined(separator: ";")
        let radius = JSONWriter.text(settings.snap)
        return
            "/route/v1/\(profile)/\(places)?steps=true&geometries=polyline6&overview=false&radiuses=\(radius);\(radius)\(alternatives > 0 ? "&alternatives=\(alternatives)" : "")"
    }

    private func valhalla(_ settings: RouterSettings) -> [UInt8] {
        let locations = [from, to].map { place in
            JSONWriter.object { json in
                json.member("lat", place.latitude)
                json.member("lon", place.longitude)
            }
        }
        return JSONWriter.object { json in
            json.member("locations", json: JSONWriter.array(locations))
            json.member("costing", profile)
            json.member("format", "osrm")
            json.member("shape_format", "polyline6")
            json.member("language", settings.language)
            json.member("directions_options") { $0.member("units", "kilometers") }
            if alternatives > 0 { json.member("alternates", alternatives) }
        }
    }
}
