import GeofenceCore

extension Agent {
    private enum PlaceKey: String, ConfigurationKey { case latitude, longitude, device }

    /// The fences whose shape holds a place; of a device, those that are for it.
    func queryContains(_ request: Request) throws(RequestProblem) -> [UInt8] {
        let reader = try RequestReader(request, PlaceKey.self)
        let (place, device) = try asked(reader, .latitude, .longitude, .device)
        return Self.describe(tracker.engine.fences(holding: place, for: device))
    }

    /// The place and the device that a question names; where it names no place, that of the device.
    func asked<Key>(
        _ reader: RequestReader<Key>,
        _ latitude: Key,
        _ longitude: Key,
        _ device: Key
    ) throws(RequestProblem) -> (place: Coordinate, device: Int?) {
        guard let id = try reader.optional(device, { $0.identifier() }) else {
            return (try Self.place(reader, latitude, longitude), nil)
        }
        let number = try known(id)
        guard reader[latitude] == nil, reader[longitude] == nil else {
            return (try Self.place(reader, latitude, longitude), number)
        }
        guard let last = tracker.engine.lastFix(ofDevice: number) else {
            throw RequestProblem(
                "no position of \"\(id)\" is known; name a place by \"latitude\" and \"longitude\""
            )
        }
        return (last.fix.coordinate, number)
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
        JSONWriter.object { json in writePage(found.map(describe), as: "fences", to: &json) }
    }

    static func describe(_ found: Engine.FenceDistance) -> [UInt8] {
        JSONWriter.object { json in
            json.member("id", found.fence.id.description)
            if let name = found.fence.name { json.member("name", name) }
            json.member("distance", (found.distance * 10).rounded() / 10)
        }
    }

    private enum ExplainKey: String, ConfigurationKey { case device, fence, count, skip, at }

    /// Whether somebody asks for why something was decided in the past.
    static func asksForPast(_ request: Request) -> Bool {
        request.body.member(ExplainKey.at.rawValue).map { $0.value != .null } ?? false
    }

    /// What is asked of the past; nil where it is of now.
    func pastExplanation(_ request: Request, at now: Timestamp) throws(RequestProblem)
        -> ExplanationQuestion?
    {
        guard Self.asksForPast(request) else { return nil }
        let reader = try RequestReader(request, ExplainKey.self)
        guard !reader.has(.skip) else {
            throw RequestProblem("\"skip\" is of the last decisions; name another \"at\"")
        }
        let hint = "say which fence, such as \"fence\": \"depot\""
        let time = try reader.required(.at, "say when") { $0.moment() }
        guard time <= now else { throw RequestProblem("\"at\" is in the future") }
        return ExplanationQuestion(
            device: try reader.required(.device, Self.deviceHint) { $0.identifier() },
            fence: try reader.required(.fence, hint) { $0.identifier() },
            time: time,
            count: try reader.optional(.count) { $0.integer(1...Self.longestList) } ?? 10,
            stream: port.settings.stream,
            timeZones: port.settings.timeZones,
            path: try historyPath(withPositions: true)
        )
    }

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
        let all = decisions.last(skipped + count, device: device, fence: slot, tracker.engine)
        let decisions = all.dropFirst(skipped).map { Reports.explanation($0, id, fence) }
        return JSONWriter.object { json in
            json.member("device", id.description)
            json.member("fence", fence.description)
            json.member("now", json: Reports.status(status, id, fence))
            if !status.isMonitored, let since = tracker.monitoring.stopped(id, fence) {
                json.member("stoppedSince", since)
            }
            Self.writePage(decisions, as: "decisions", to: &json)
        }
    }
}
