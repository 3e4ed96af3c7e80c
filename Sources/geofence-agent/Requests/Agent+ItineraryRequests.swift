import GeofenceCore

/// Itineraries that are asked for, set and removed.
extension Agent {
    /// The itinerary's own keys, or the itinerary under `itinerary`.
    private enum SetKey: String, ConfigurationKey { case itinerary }
    /// Which itinerary; both keys say it.
    enum ItineraryKey: String, ConfigurationKey { case id, itinerary }
    private enum ListKey: String, ConfigurationKey { case device, limit, after }
    private enum ClearKey: String, ConfigurationKey { case none = "" }

    mutating func setItinerary(_ request: Request, at now: Timestamp) throws(RequestProblem) -> [UInt8] {
        let reading = ConfigurationReading(file: "", environment: [:])
        var value = ValueReader(node: request.body, path: "", reading: reading)
        if let inner = value.member(SetKey.itinerary) {
            _ = value.object(SetKey.self)
            value = inner
        }
        let (rest, expected) = ExpectedRevision.split(off: value, asIn: "itinerary/get")
        let itinerary = Itinerary(reading: rest, maxStops: port.settings.limits.maxStops)
        guard reading.problems.isEmpty, let itinerary else { throw reading.requestProblem }
        try checkItinerary(expected, itinerary.id)
        try check(itinerary)
        let book = itineraries
        let order = book[itinerary.id]?.order ?? book.nextOrder
        let entry = ItineraryEntry(itinerary, isOwn: true, order: order)
        change([(itinerary.id, entry)], at: now)
        return describe(itinerary.id)
    }

    /// Refuses to replace an itinerary that is another than whoever asks has seen; the answer has the one
    /// that there is.
    func checkItinerary(_ expected: ExpectedRevision?, _ id: Identifier) throws(RequestProblem) {
        let current = itineraries[id]
        guard let expected, !expected.matches(current?.itinerary.revision) else { return }
        let text =
            current == nil
            ? "there is no itinerary \"\(id)\" any more; set it without \"revision\" to make it anew"
            : "\"\(id)\" has changed meanwhile; look at what it is now, and set it with that revision"
        throw RequestProblem(text, details: .members([("conflict", current.map(Self.conflict))]))
    }

    /// An itinerary for whoever has seen another version of it.
    static func conflict(_ entry: ItineraryEntry) -> JSONValue {
        .members(entry.itinerary.members + [("revision", .string(entry.itinerary.revision))])
    }

    /// Refuses what is beyond the limits, and stops whose fences others have.
    mutating func check(_ itinerary: Itinerary) throws(RequestProblem) {
        let book = itineraries
        let count = book.ownCount + (book[itinerary.id]?.isOwn == true ? 0 : 1)
        let limits = port.settings.limits
        guard count <= limits.itineraries else {
            port.counters.limited += 1
            throw RequestProblem(
                "there would be \(count) itineraries set at run time, and limits.itineraries is \(limits.itineraries); remove some first"
            )
        }
        let ids = itinerary.fenceIDs
        let new = ids.count { runtimeFences[$0.id] == nil }
        if new > 0 { try checkCount(settableCount + new) }
        for (index, id) in ids where book.stops[id]?.itinerary != itinerary.id {
            guard tracker.engine.slot(of: id) != nil || tracker.engine.hasGroup(id) else { continue }
            throw RequestProblem(
                "the fence of its stop \(StopLabel.text(index)) would be \"\(id)\", which is a fence, or a group, already; choose another id"
            )
        }
    }

    func getItinerary(_ request: Request) throws(RequestProblem) -> [UInt8] {
        let reader = try RequestReader(request, ItineraryKey.self)
        return describe(try known(reader, .id, .itinerary).itinerary.id)
    }

    /// The itinerary that a request names by one of two keys.
    func known<Key>(
        _ reader: RequestReader<Key>,
        _ key: Key,
        _ other: Key
    ) throws(RequestProblem) -> ItineraryEntry {
        let key = reader[key] == nil && reader[other] != nil ? other : key
        let hint = "say which itinerary, such as \"id\": \"tuesday\""
        let id = try reader.required(key, hint) { $0.identifier() }
        let book = itineraries
        guard let entry = book[id] else {
            let known = book.ids.prefix(10_000).map(\.description)
            let hint =
                NearestName.of(id.description, among: known).map { "did you mean \"\($0)\"?" }
                ?? "\"itinerary/list\" names those that there are"
            throw RequestProblem("there is no itinerary \"\(id)\"; \(hint)")
        }
        return entry
    }

    /// An itinerary with all that is known of it.
    func describe(_ id: Identifier, hasLegs: Bool = true) -> [UInt8] {
        outputs.of(ItineraryOutput.self)?.text(id, hasLegs: hasLegs, tracker) ?? []
    }

    /// Itineraries ascending by id: at most `limit`, and no more than an answer may hold, those behind
    /// `after`; those of one device, if wanted.
    func listItineraries(_ request: Request) throws(RequestProblem) -> [UInt8] {
        let reader = try RequestReader(request, ListKey.self)
        let device = try reader.optional(.device) { $0.identifier() }
        let limit = try reader.optional(.limit) { $0.integer(1...Self.longestList) } ?? Self.longestList
        let after = try reader.optional(.after) { $0.identifier() }
        let book = itineraries
        let all = book.ids.filter { id in device == nil || book[id]?.itinerary.device == device }
        let wanted = all.drop { id in after.map { id <= $0 } ?? false }.prefix(limit)
        let entries = Self.page(wanted) { describe($0, hasLegs: false) }
        return JSONWriter.object { json in
            json.member("count", all.count)
            json.member("itineraries", json: JSONWriter.array(entries))
        }
    }

    mutating func removeItinerary(_ request: Request, at now: Timestamp) throws(RequestProblem) -> [UInt8] {
        let reader = try RequestReader(request, ItineraryKey.self)
        let entry = try known(reader, .id, .itinerary)
        let id = entry.itinerary.id
        guard entry.isOwn else {
            throw RequestProblem(
                "\"\(id)\" stands in the configuration file; remove it there and let the agent read the file again (SIGHUP)"
            )
        }
        change([(id, configured(id))], at: now)
        return JSONWriter.object { json in json.member("removed", [id.description]) }
    }

    /// Takes out what was set at run time for a device.
    mutating func forgetItineraries(of device: Identifier, at now: Timestamp) {
        let gone = itineraries.of(device).filter(\.isOwn).map(\.itinerary.id)
        change(gone.map { ($0, configured($0)) }, at: now)
    }

    /// The itinerary of the configuration that is in force again where one set at run time goes.
    private func configured(_ id: Identifier) -> ItineraryEntry? {
        let order = itineraries[id]?.order ?? 1
        return configuredItineraries.first { $0.id == id }.map {
            ItineraryEntry($0, isOwn: false, order: order)
        }
    }

    /// Takes out all that were set at run time; those of the configuration begin anew.
    mutating func clearItineraries(_ request: Request, at now: Timestamp) throws(RequestProblem) -> [UInt8] {
        _ = try RequestReader(request, ClearKey.self)
        let book = itineraries
        let gone = book.ids.filter { book[$0]?.isOwn == true }
        let configured = Dictionary(configuredItineraries.map { ($0.id, $0) }) { $1 }
        let changes = book.ids.map { id in
            let order = book[id]?.order ?? 1
            return (id, configured[id].map { ItineraryEntry($0, isOwn: false, order: order) })
        }
        change(changes, at: now)
        return JSONWriter.object { json in
            json.member("count", gone.count)
            json.member("removed", gone.prefix(Self.longestList).map(\.description))
        }
    }
}
