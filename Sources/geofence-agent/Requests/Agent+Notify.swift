import GeofenceCore

/// What an app asks for that has got a notification: whether it still counts, and what to show with it.
extension Agent {
    private enum NotifyKey: String, ConfigurationKey { case device, timestamp, maxAge, map }

    /// Whether a notification still counts.
    private enum Verdict: String {
        /// Not older than `maxAge`; exactly as old is not older.
        case fresh
        /// Older.
        case stale
        /// Stamped more than 60 s ahead.
        case future
        /// Without a stamp.
        case missing
    }

    /// Seconds after which a notification is stale, where the request doesn't say.
    private static let maximumAge = 300.0
    /// Seconds by which clocks may differ, as with observations.
    private static let clockError = 60.0

    /// Judges a stamp, and for a fresh one says where the device is, with a map.
    func notify(_ request: Request, at now: Timestamp) throws(RequestProblem) -> [UInt8] {
        let reader = try RequestReader(request, NotifyKey.self)
        let device = try known(reader.required(.device, Self.deviceHint) { $0.identifier() })
        let maxAge =
            try reader.optional(.maxAge) { $0.number(.upTo(NumberRange.thirtyDays, "seconds")) }
            ?? Self.maximumAge
        let wantsMap = try reader.optional(.map) { $0.flag() } ?? true
        let age = try Self.stamp(reader).map { Double(now.millisecondsSince($0)) / 1000 }
        let verdict = Self.verdict(age, maxAge)
        return JSONWriter.object { json in
            json.member("device", tracker.engine.deviceID(device).description)
            json.member("verdict", verdict.rawValue)
            if let age { json.member("age", age) }
            json.member("maxAge", maxAge)
            if verdict == .fresh { describeSurroundings(device, wantsMap, request, &json) }
        }
    }

    private static func verdict(_ age: Double?, _ maxAge: Double) -> Verdict {
        guard let age else { return .missing }
        if age > maxAge { return .stale }
        return age < -clockError ? .future : .fresh
    }

    /// The stamp: seconds or milliseconds since 1970, as a number or as text, or ISO 8601; nil where there is
    /// none, or an empty text.
    private static func stamp(_ reader: RequestReader<NotifyKey>) throws(RequestProblem) -> Timestamp? {
        guard let value = reader[.timestamp]?.node.value, value != .string("") else { return nil }
        let time: Timestamp? =
            switch value {
            case .number(let number): HistoryCell.anyEpoch(number)
            case .string(let text): HistoryCell.anyMoment(Array(text.utf8)[...])
            default: nil
            }
        guard let time else {
            throw RequestProblem(
                "\"timestamp\" is no time; send seconds since 1970, such as 1795248000, or ISO 8601"
            )
        }
        return time
    }

    private func describeSurroundings(
        _ device: Int,
        _ wantsMap: Bool,
        _ request: Request,
        _ json: inout JSONWriter
    ) {
        let report = tracker.engine.report(device: device)
        let battery = tracker.details.battery(of: device)
        Reports.members(report, battery: battery, &json)
        guard let fix = report.fix else { return }
        let near = tracker.engine.fences(nearest: fix.coordinate, count: 20, within: 5000, for: device) {
            mayShow($0.id, to: request)
        }
        let fences = near.prefix(5).map { entry in
            JSONWriter.object { json in
                json.member("id", entry.fence.id.description)
                json.member("name", entry.fence.name ?? entry.fence.id.description)
                json.member("distance", (entry.distance * 10).rounded() / 10)
            }
        }
        json.member("fences", json: JSONWriter.array(fences))
        let points = pointsNear(device)
        json.member("pois", json: JSONWriter.array(points.objects))
        if wantsMap { json.member("map", map(fix, near, points.marks, inside: Set(report.inside))) }
    }

    private func map(
        _ fix: Fix,
        _ near: [Engine.FenceDistance],
        _ marks: [MapMark],
        inside: Set<Identifier>
    ) -> String {
        let extent = extent(fix, near.first, marks.first)
        var drawing = MapDrawing(MapFrame(center: fix.coordinate, extent: extent))
        for entry in near.reversed() {
            guard let shape = entry.fence.shape else { continue }
            let name = entry.fence.name ?? entry.fence.id.description
            drawing.add(shape, name: name, isInside: inside.contains(entry.fence.id))
        }
        for mark in marks.reversed() { drawing.add(mark) }
        drawing.add(fix)
        drawing.addBar()
        return drawing.svg
    }

    /// Metres to each side: the circle of the accuracy, the edge of the nearest fence, and the nearest point;
    /// 200 to 5,000.
    private func extent(_ fix: Fix, _ nearest: Engine.FenceDistance?, _ mark: MapMark?) -> Double {
        let edge = nearest.map { abs($0.distance) } ?? 0
        let point = mark.map { Geodesic.distance(fix.coordinate, $0.place) } ?? 0
        return min(max(200, 1.5 * max(fix.accuracy ?? 0, edge, point)), 5000).rounded()
    }
}
