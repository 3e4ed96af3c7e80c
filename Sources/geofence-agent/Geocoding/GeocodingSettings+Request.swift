import GeofenceCore

/// How each service is asked.
extension GeocodingSettings {
    /// Degrees around a place in which Nominatim prefers addresses.
    private static let view = 0.5

    /// The request for a query.
    func request(for query: AddressQuery) -> OutboundRequest {
        var request = OutboundRequest(url: url(for: query), lane: lane)
        request.timeout = Seconds.milliseconds(timeout)
        request.headers = headers
        return request
    }

    /// One at a time, at the pace of the settings.
    private var lane: OutboundLane { OutboundLane(name: "geocoding", perSecond: perSecond) }

    private var headers: [String] {
        var lines: [String] = []
        if let contact { lines.append("User-Agent: geofence-agent/\(AgentVersion.current) (\(contact))") }
        if let key, kind != .pelias {
            lines.append("Authorization: Bearer \(String(decoding: key.bytes, as: UTF8.self))")
        }
        return lines
    }

    private func url(for query: AddressQuery) -> String {
        switch kind {
        case .nominatim: nominatim(query)
        case .photon: photon(query)
        case .pelias: pelias(query)
        }
    }

    private func nominatim(_ query: AddressQuery) -> String {
        var rest = [("format", "geocodejson")]
        if let language { rest.append(("accept-language", language)) }
        switch query {
        case .search(let text, let near, _):
            let view = near.map { [("viewbox", Self.viewbox($0))] } ?? []
            return ServiceURL.make(
                url,
                "/search",
                [("q", text), ("limit", "\(AddressReader.most)")] + view + rest
            )
        case .reverse(let place):
            return ServiceURL.make(url, "/reverse", Self.pair(place) + [("zoom", "18")] + rest)
        }
    }

    private func photon(_ query: AddressQuery) -> String {
        let rest = language.map { [("lang", $0)] } ?? []
        switch query {
        case .search(let text, let near, _):
            let first = [("q", text), ("limit", "\(AddressReader.most)")]
            return ServiceURL.make(url, "/api", first + (near.map { Self.pair($0) } ?? []) + rest)
        case .reverse(let place): return ServiceURL.make(url, "/reverse", Self.pair(place) + rest)
        }
    }

    private func pelias(_ query: AddressQuery) -> String {
        var rest = language.map { [("lang", $0)] } ?? []
        if let key { rest.append(("api_key", String(decoding: key.bytes, as: UTF8.self))) }
        switch query {
        case .search(let text, let near, let isPartial):
            let first = [("text", text), ("size", "\(AddressReader.most)")]
            let focus = near.map { Self.pair($0, "focus.point.") } ?? []
            return ServiceURL.make(url, isPartial ? "/v1/autocomplete" : "/v1/search", first + focus + rest)
        case .reverse(let place):
            return ServiceURL.make(url, "/v1/reverse", Self.pair(place, "point.") + [("size", "1")] + rest)
        }
    }

    private static func pair(_ place: Coordinate, _ prefix: String = "") -> [(String, String)] {
        [
            ("\(prefix)lat", JSONWriter.text(place.latitude)),
            ("\(prefix)lon", JSONWriter.text(place.longitude)),
        ]
    }

    /// West, north, east, south.
    private static func viewbox(_ place: Coordinate) -> String {
        let (west, east) = (max(-180, place.longitude - view), min(180, place.longitude + view))
        let (south, north) = (max(-90, place.latitude - view), min(90, place.latitude + view))
        return [west, north, east, south].map(JSONWriter.text).joined(separator: ",")
    }
}
