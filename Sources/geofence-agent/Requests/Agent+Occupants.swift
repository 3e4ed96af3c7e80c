import GeofenceCore

extension Agent {
    private enum OccupantKey: String, ConfigurationKey { case fence, limit, after }

    /// Who is inside a fence, and since when, ascending by id: at most `limit` (1000), those behind `after`,
    /// and no more than an answer may hold.
    ///
    /// - Complexity: linear in the devices inside.
    func fenceOccupants(_ request: Request) throws(RequestProblem) -> [UInt8] {
        let reader = try RequestReader(request, OccupantKey.self)
        let hint = "say which fence, such as \"fence\": \"depot\""
        let fence = try reader.required(.fence, hint) { $0.identifier() }
        guard let slot = tracker.engine.slot(of: fence) else { throw unknownFence(fence) }
        let limit = try reader.optional(.limit) { $0.integer(1...Self.longestList) } ?? Self.longestList
        let after = try reader.optional(.after) { $0.identifier() }
        let inside = tracker.engine.occupants(of: slot)
        let wanted = inside.lazy.filter { id in after.map { $0 < id } ?? true }.prefix(limit)
        let page = Self.page(wanted) { id in occupant(id, slot) }
        return JSONWriter.object { json in
            json.member("fence", fence.description)
            json.member("count", inside.count)
            json.member("devices", json: JSONWriter.array(page))
        }
    }

    private func occupant(_ id: Identifier, _ slot: Int32) -> [UInt8]? {
        guard let device = tracker.engine.device(id),
            let status = tracker.engine.status(device: device, fence: slot)
        else { return nil }
        return JSONWriter.object { json in
            json.member("device", id.description)
            if let since = status.since { json.member("since", since) }
            json.member("via", Reports.names(of: status.via))
        }
    }
}
