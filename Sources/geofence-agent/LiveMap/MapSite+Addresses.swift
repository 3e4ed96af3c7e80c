import NIOHTTP1

/// Address search over HTTP: the requests of that name, with what a URL can say.
extension MapSite {
    /// `GET /api/search?q&lat&lon&partial`.
    func search(_ request: MapRequest, _ role: MapRole) -> Outcome {
        guard let text = request.query["q"].flatMap(ServiceURL.unescaped) else {
            return .reply(.problem(400, "say what to look for: ?q=Depot+1,+Berlin"))
        }
        let partial = ["1", "true"].contains(request.query["partial"])
        return look(request, RequestKind.addressSearch, role) { json in
            json.member("text", text)
            if partial { json.member("partial", true) }
        }
    }

    /// `GET /api/reverse?lat&lon`.
    func reverse(_ request: MapRequest, _ role: MapRole) -> Outcome {
        look(request, RequestKind.addressReverse, role) { _ in }
    }

    /// Asks with the place of a URL, where it has one.
    ///
    /// A browser that says it asks for a page of somebody else's is sent away: it could not read the answer,
    /// but the service would be asked.
    private func look(
        _ request: MapRequest,
        _ command: String,
        _ role: MapRole,
        _ members: (inout JSONWriter) -> Void
    ) -> Outcome {
        guard isOwnPage(request) else {
            return .reply(.problem(403, "pages of others may not search here"))
        }
        let latitude = request.number("lat", -90...90)
        let longitude = request.number("lon", -180...180)
        guard (latitude == nil) == (request.query["lat"] == nil),
            (longitude == nil) == (request.query["lon"] == nil)
        else { return .reply(.problem(400, "say where in degrees: lat=52.5&lon=13.4")) }
        let body = JSONWriter.object { json in
            members(&json)
            if let latitude { json.member("latitude", latitude) }
            if let longitude { json.member("longitude", longitude) }
        }
        return ask(command, body, role)
    }
}
