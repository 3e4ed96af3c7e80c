import GeofenceCore

extension Agent {
    private enum PlaceKey: String, ConfigurationKey { case latitude, longitude }
    private enum NearestKey: String, ConfigurationKey { case latitude, longitude, count, within }

    /// The fences whose shape holds a place.
    func queryContains(_ request: Request) throws(RequestProblem) -> [UInt8] {
        let reader = try RequestReader(request, PlaceKey.self)
        return Self.describe(tracker.engine.fences(holding: try Self.place(reader, .latitude, .longitude)))
    }

    /// The fences nearest to a place: `count` of them (1), none whose edge is beyond `within` metres.
    func queryNearest(_ request: Request) throws(RequestProblem) -> [UInt8] {
        let reader = try RequestReader(request, NearestKey.self)
        let place = try Self.place(reader, .latitude, .longitude)
        let count = try reader.optional(.count) { $0.integer(1...Self.longestList) } ?? 1
        let reach = try reader.optional(.within) { $0.number(.upTo(Circle.maximumRadius, "metres")) }
        return Self.describe(tracker.engine.fences(nearest: place, count: count, within: reach))
    }

    static func place<Key>(
        _ reader: RequestReader<Key>,
        _ latitude: Key,
        _ longitude: Key
    ) throws(RequestProblem) -> Coordinate {
        try coordinate(
            try reader.optional(latitude) { $0.number() },
            try reader.optional(longitude) { $0.number() }
        )
    }

    private static func describe(_ found: [Engine.FenceDistance]) -> [UInt8] {
        let fences = found.map { entry in
            JSONWriter.object { json in
                json.member("id", entry.fence.id.description)
                if let name = entry.fence.name { json.member("name", name) }
                json.member("distance", (entry.distance * 10).rounded() / 10)
            }
        }
        return JSONWriter.object { json in writePage(fences, as: "fences", to: &json) }
    }

    private enum ExplainKey: String, ConfigurationKey { case device, fence, count, skip }

    /// The last decisions about a device and a fence, the newest first: `count` of them (10), behind `skip`
    /// newer ones, as far as they fit into an answer.
    func explain(_ request: Request) throws(RequestProblem) -> [UInt8] {
        let reader = try RequestReader(request, ExplainKey.self)
        let device = try known(reader.required(.device, Self.deviceHint) { $0.identifier() })
        let hint = "say which fence, such as \"fence\": \"depot\""
        let fence = try reader.required(.fence, hint) { $0.identifier() }
        guard let slot = tracker.engine.slot(of: fence) else { throw unknownFence(fence) }
        let count = try reader.optional(.count) { $0.integer(1...Self.longestList) } ?? 10
        let skipped = try reader.optional(.skip) { $0.integer(0...DecisionLog.capacity) } ?? 0
        let id = tracker.engine.deviceID(device)
        guard let status = tracker.engine.status(device: device, fence: slot) else {
            throw RequestProblem("the fence \"\(fence)\" is not for the device \"\(id)\" (its \"devices\")")
        }
        let decisions = decisions.last(skipped + count, device: device, fence: slot).dropFirst(skipped)
            .map { Reports.explanation($0, id, fence) }
        return JSONWriter.object { json in
            json.member("device", id.description)
            json.member("fence", fence.description)
            json.member("now", json: Reports.status(status, id, fence))
            Self.writePage(decisions, as: "decisions", to: &json)
        }
    }
}
