import GeofenceCore

extension PastQuestion {
    /// Why a question is none.
    struct Problem: Error, Hashable {
        let text: String
        init(_ text: String) { self.text = text }
    }

    /// Reads the query of `GET /api/history`.
    init(_ request: MapRequest, at now: Timestamp) throws(Problem) {
        let kind = try Self.kind(request)
        let device = request.text("device").flatMap { try? Identifier($0) }
        guard device != nil || (kind == .events && request.query["device"] == nil) else {
            throw Problem("say of which device: ?device=van1&from=2026-11-23T00:00:00Z")
        }
        let to = try Self.moment("to", request) ?? now
        let from = try Self.moment("from", request) ?? to.advanced(byMilliseconds: -Self.usual)
        guard from < to else { throw Problem("\"from\" is not before \"to\"") }
        guard to.millisecondsSince(from) <= Self.longest else {
            throw Problem("that is more than 366 days; ask for fewer, one stretch after the other")
        }
        self.init(device: device, range: HistoryRange(from: from, to: to))
        self.kind = kind
        limit = try Self.number("limit", 1...Double(Self.mostRows), request).map { Int($0) } ?? limit
        tolerance = try Self.number("tolerance", 0...100_000, request) ?? tolerance
        guard tolerance == 0 || kind == .positions else { throw Problem("\"tolerance\" is for positions") }
        after = try Self.mark(request)
        guard device != nil || after == nil else { throw Problem("\"after\" is for one device") }
    }

    /// The same over MQTT, for the agent of a device; nil where it is about all.
    ///
    /// There is no tolerance there, so that each position comes, and fewer come at a time.
    var request: (command: String, payload: [UInt8])? {
        guard let device else { return nil }
        let payload = JSONWriter.object { json in
            json.member("device", device.description)
            if kind != .visits { json.member("kind", kind.rawValue) }
            json.member("from", range.from)
            json.member("to", range.to)
            json.member("limit", min(limit, Agent.longestList))
            if let after { json.member("after", Self.text(of: after)) }
        }
        return (kind == .visits ? RequestKind.deviceVisits : "device/history", payload)
    }

    private static func kind(_ request: MapRequest) throws(Problem) -> Kind {
        guard let text = request.query["kind"] else { return .positions }
        guard let kind = Kind(rawValue: text), Kind.shown.contains(kind) else {
            let kinds = Kind.shown.map(\.rawValue).joined(separator: ", ")
            throw Problem("there is no kind \"\(text.prefix(64))\"; there are \(kinds)")
        }
        return kind
    }

    private static func moment(_ key: String, _ request: MapRequest) throws(Problem) -> Timestamp? {
        guard request.query[key] != nil else { return nil }
        // An offset's + is a space in a query.
        guard let text = request.text(key), let moment = Timestamp(iso8601: text.replacing(" ", with: "+"))
        else { throw Problem("\"\(key)\" is no date and time such as 2026-11-23T08:00:00Z") }
        return moment
    }

    private static func number(
        _ key: String,
        _ range: ClosedRange<Double>,
        _ request: MapRequest
    ) throws(Problem) -> Double? {
        guard request.query[key] != nil else { return nil }
        guard let number = request.number(key, range) else {
            throw Problem("\"\(key)\" is a number from \(Int(range.lowerBound)) to \(Int(range.upperBound))")
        }
        return number
    }

    /// Reads what an answer before has given as `next`.
    private static func mark(_ request: MapRequest) throws(Problem) -> HistoryMark? {
        guard request.query["after"] != nil else { return nil }
        guard let mark = request.text("after").flatMap(mark) else {
            throw Problem("\"after\" is what the answer before has as \"next\"")
        }
        return mark
    }
}
