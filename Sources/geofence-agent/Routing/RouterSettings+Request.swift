import GeofenceCore

extension RouterSettings {
    /// A request to the router; with a body it is a POST.
    func request(_ path: String, body: [UInt8]?, lane: OutboundLane) -> OutboundRequest {
        var request = OutboundRequest(url: url + path, lane: lane)
        request.body = body
        if let key {
            request.headers.append("Authorization: Bearer \(String(decoding: key.bytes, as: UTF8.self))")
        }
        request.timeout = Seconds.milliseconds(timeout)
        request.mostBytes = 1 << 20
        return request
    }
}
