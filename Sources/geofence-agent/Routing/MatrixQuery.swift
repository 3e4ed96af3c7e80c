import GeofenceCore

/// Ways from some places to others that are asked for together, to know how long they are.
struct MatrixQuery: Hashable, Sendable {
    /// Places on either side at most.
    static let most = 100
    /// Tables that requests may wait for at the same time.
    static let mostRequested = 64

    /// 1 to `most`.
    var from, to: [Coordinate]
    var profile: String

    /// Sides with more places than `most` are cut.
    init(_ from: [Coordinate], _ to: [Coordinate], profile: String) {
        (self.from, self.to) = (Array(from.prefix(Self.most)), Array(to.prefix(Self.most)))
        self.profile = profile
    }

    /// Who wants a table.
    ///
    /// Each has one at a time, beside the ways that the router is asked for: those who ask much hold up
    /// nobody but themselves.
    enum Purpose: String {
        case nearby = "routing-nearby"
        case request = "routing-tables"

        var lane: OutboundLane { OutboundLane(name: rawValue, patience: 30_000) }
    }

    /// The request to a router.
    func request(_ settings: RouterSettings, for purpose: Purpose) -> OutboundRequest {
        let body = settings.kind == .valhalla ? valhalla : nil
        return settings.request(path(settings), body: body, lane: purpose.lane)
    }

    /// Without `radiuses`: with them one place off the roads would spoil the whole table.
    private func path(_ settings: RouterSettings) -> String {
        guard settings.kind == .osrm else { return "/sources_to_targets" }
        let places = (from + to).map(Self.text).joined(separator: ";")
        let sources = from.indices.map(String.init).joined(separator: ";")
        let targets = to.indices.map { String($0 + from.count) }.joined(separator: ";")
        return
            "/table/v1/\(profile)/\(places)?sources=\(sources)&destinations=\(targets)&annotations=duration,distance"
    }

    private static func text(_ place: Coordinate) -> String {
        "\(JSONWriter.text(five(place.longitude))),\(JSONWriter.text(five(place.latitude)))"
    }

    /// To a metre.
    private static func five(_ degrees: Double) -> Double { (degrees * 100_000).rounded() / 100_000 }

    private var valhalla: [UInt8] {
        func list(_ places: [Coordinate]) -> [UInt8] {
            let objects = places.map { place in
                JSONWriter.object { json in
                    json.member("lat", Self.five(place.latitude))
                    json.member("lon", Self.five(place.longitude))
                }
            }
            return JSONWriter.array(objects)
        }
        return JSONWriter.object { json in
            json.member("sources", json: list(from))
            json.member("targets", json: list(to))
            json.member("costing", profile)
            json.member("format", "osrm")
            json.member("units", "kilometers")
        }
    }
}
