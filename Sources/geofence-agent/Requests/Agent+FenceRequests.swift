import GeofenceCore

/// Fences that are set at run time: they are kept, and one with the id of a fence of the configuration stands
/// in its place.
extension Agent {
    /// The fence's own keys, or several under `fences`.
    private enum SetKey: String, ConfigurationKey { case fence, fences }

    mutating func setFences(_ request: Request, at now: Timestamp) throws(RequestProblem) -> [UInt8] {
        let fences = try readFences(request)
        try check(fences)
        changeFences(setting: fences, removing: [], at: now, by: request)
        let ids = fences.map { JSONWriter.quoted($0.id.description) }
        return JSONWriter.object { json in Self.writePage(ids, as: "fences", to: &json) }
    }

    /// Reads a fence whose keys stand in the request itself, or under `fence`, or several in the list
    /// `fences`.
    private func readFences(_ request: Request) throws(RequestProblem) -> [Fence] {
        let reading = ConfigurationReading(file: "", environment: [:])
        reading.timeZones = TimeZoneCache(files: port.settings.timeZones)
        let value = ValueReader(node: request.body, path: "", reading: reading)
        let wanted = Self.readers(of: value).compactMap { value in
            let (rest, expected) = ExpectedRevision.split(off: value)
            return Fence(reading: rest, rules: port.settings.rules).map { ($0, expected) }
        }
        guard reading.problems.isEmpty else { throw reading.requestProblem }
        for (fence, expected) in wanted { try check(expected, fence.id) }
        return wanted.map { $0.0 }
    }

    /// Refuses to replace a fence that is another than whoever asks has seen; the answer has the one that
    /// there is.
    private func check(_ expected: ExpectedRevision?, _ id: Identifier) throws(RequestProblem) {
        let current = tracker.engine.fence(id)
        guard let expected, !expected.matches(current?.revision) else { return }
        let text =
            current == nil
            ? "there is no fence \"\(id)\" any more; set it without \"revision\" to make it anew"
            : "\"\(id)\" has changed meanwhile; look at what it is now, and set it with that revision"
        throw RequestProblem(
            text,
            details: .members([("conflict", current.map { members($0) })])
        )
    }

    /// Where fences stand; that they stand in two places is reported, as is what stands beside them.
    private static func readers(of value: ValueReader) -> [ValueReader] {
        guard value.member(SetKey.fence) != nil || value.member(SetKey.fences) != nil else { return [value] }
        guard let object = value.object(SetKey.self) else { return [] }
        if let list = object[.fences] {
            guard object[.fence] == nil else {
                return list.refuse("stands beside \"fence\"; put all fences into the list") ?? []
            }
            return list.list() ?? []
        }
        return object[.fence].map { [$0] } ?? []
    }

    /// Refuses ids that are there twice, and groups called like a fence, whose events would look the same.
    mutating func check(_ fences: [Fence]) throws(RequestProblem) {
        var ids: Set<Identifier> = []
        for fence in fences where !ids.insert(fence.id).inserted {
            throw RequestProblem("\"\(fence.id)\" is the id of two fences; give each its own")
        }
        try checkLimits(fences)
        try checkClosing(fences)
        try checkFollowers(fences)
        for fence in fences { try checkNoStop(fence.id) }
        let groups = Set(fences.flatMap(\.groups))
        for fence in fences where groups.contains(fence.id) || tracker.engine.hasGroup(fence.id) {
            throw RequestProblem(
                "\"\(fence.id)\" is a group of fences, whose events would look the same; choose another id"
            )
        }
        for group in fences.flatMap(\.groups) where tracker.engine.slot(of: group) != nil {
            throw RequestProblem(
                "\"\(group)\" is the id of a fence, whose events would look the same; call the group something else"
            )
        }
    }

    /// Refuses more fences, or groups of one, than `limits` let.
    private mutating func checkLimits(_ fences: [Fence]) throws(RequestProblem) {
        let limits = port.settings.limits
        // Whoever sets a zone's fence has it for their own.
        let new = fences.count { runtimeFences[$0.id] == nil || zoneFences.contains($0.id) }
        if new > 0 { try checkCount(settableCount + new) }
        guard let fence = fences.first(where: { $0.groups.count > limits.groupsPerFence }) else { return }
        port.counters.limited += 1
        throw RequestProblem(
            "\"\(fence.id)\" has \(fence.groups.count) groups, and limits.groupsPerFence is \(limits.groupsPerFence)"
        )
    }

    /// Fences that were set at run time, but for those that zones have become by themselves.
    var settableCount: Int { runtimeFences.count - zoneFences.count }

    /// Refuses more fences set at run time than `limits` let.
    mutating func checkCount(_ count: Int) throws(RequestProblem) {
        let most = port.settings.limits.fencesAtRunTime
        guard count > most else { return }
        port.counters.limited += 1
        throw RequestProblem(
            "there would be \(count) fences set at run time, and limits.fencesAtRunTime is \(most); "
                + "remove some first"
        )
    }

    private enum IDKey: String, ConfigurationKey { case id }

    func getFence(_ request: Request) throws(RequestProblem) -> [UInt8] {
        let id = try requiredFence(request)
        guard let fence = tracker.engine.fence(id) else { throw unknownFence(id) }
        return describe(fence)
    }

    private func requiredFence(_ request: Request) throws(RequestProblem) -> Identifier {
        let reader = try RequestReader(request, IDKey.self)
        return try reader.required(.id, "say which fence, such as \"id\": \"depot\"") { $0.identifier() }
    }

    func unknownFence(_ id: Identifier) -> RequestProblem {
        // Who may not see homes must not find them by names that are nearly theirs.
        let known = tracker.engine.fenceIDs(atMost: 10_000).filter { !zoneFences.contains($0) }
            .map(\.description)
        let hint =
            NearestName.of(id.description, among: known).map { "did you mean \"\($0)\"?" }
            ?? "\"fence/list\" names those that there are"
        return RequestProblem("there is no fence \"\(id)\"; \(hint)")
    }

    private enum ListKey: String, ConfigurationKey { case type, limit, after }

    /// Fences ascending by id: at most `limit`, and no more than an answer may hold, those behind `after`;
    /// with the rules that differ from the defaults, by which the fences' own are to be read.
    mutating func listFences(_ request: Request) throws(RequestProblem) -> [UInt8] {
        let reader = try RequestReader(request, ListKey.self)
        let type = try reader.optional(.type) { $0.choice(FenceType.self) }
        let limit = try reader.optional(.limit) { $0.integer(1...Self.longestList) } ?? Self.longestList
        let after = try reader.optional(.after) { $0.identifier() }
        let behind = tracker.fences(behind: after)
        var wanted: [Identifier] = []
        for id in behind {
            guard wanted.count < limit else { break }
            guard type == nil || self.type(of: id) == type, mayShow(id, to: request) else { continue }
            wanted.append(id)
        }
        let fences = Self.page(wanted) { id in tracker.engine.fence(id).map { describe($0) } }
        return JSONWriter.object { json in
            json.member("count", count(of: type, for: request))
            if let rules = port.settings.rules.json(besides: Rules()) {
                json.member("rules", json: rules.bytes)
            }
            json.member("fences", json: JSONWriter.array(fences))
        }
    }

    private func count(of type: FenceType?, for request: Request) -> Int {
        switch type {
        case .zone where request.hidesZones: 0
        case nil: tracker.engine.fenceCount - (request.hidesZones ? zoneFences.count : 0)
        case .file: tracker.engine.fenceCount - runtimeFences.count - tracker.engine.assignedFenceCount
        case .custom, .zone, .stop: runtimeFences.keys.count(where: { self.type(of: $0) == type })
        case .poi:
            runtimeFences.keys.count(where: { self.type(of: $0) == type }) + tracker.engine.assignedFenceCount
        }
    }

    mutating func removeFence(_ request: Request, at now: Timestamp) throws(RequestProblem) -> [UInt8] {
        let id = try requiredFence(request)
        guard tracker.engine.slot(of: id) != nil else { throw unknownFence(id) }
        guard type(of: id) != .file else {
            throw RequestProblem(
                "\"\(id)\" stands in the configuration file; remove it there and let the agent read the file again (SIGHUP)"
            )
        }
        try checkNoStop(id)
        changeFences(setting: [], removing: [id], at: now, by: request)
        return JSONWriter.object { json in json.member("removed", [id.description]) }
    }

    private enum ClearKey: String, ConfigurationKey { case type }

    /// Takes out what was set at run time; fences of the configuration stay.
    ///
    /// Not all of many are named.
    mutating func clearFences(_ request: Request, at now: Timestamp) throws(RequestProblem) -> [UInt8] {
        let reader = try RequestReader(request, ClearKey.self)
        let types = FenceType.allCases.filter { $0 != .file && $0 != .stop }.map(\.rawValue) + ["all"]
        let wanted = try reader.required(.type, "one of \(types.joined(separator: ", "))") { value in
            value.text().flatMap { text in
                types.contains(text) ? text : value.refuse(value.choiceMessage(text, among: types))
            }
        }
        let own = Array(runtimeFences.keys) + tracker.engine.assignedFences.map(\.id)
        let gone = own.filter { id in
            let type = type(of: id)
            return type != .stop && (wanted == "all" || type.rawValue == wanted) && mayShow(id, to: request)
        }.sorted()
        changeFences(setting: [], removing: gone, at: now, by: request)
        return JSONWriter.object { json in
            json.member("count", gone.count)
            json.member("removed", gone.prefix(Self.longestList).map(\.description))
        }
    }

    private func describe(_ fence: Fence) -> [UInt8] { members(fence).bytes }

    /// A fence by the keys of the configuration, where it comes from, and which version it is.
    private func members(_ fence: Fence) -> JSONValue {
        let type = JSONValue.string(type(of: fence.id).rawValue)
        return .members(
            fence.members(general: port.settings.rules)
                + [("type", type), ("revision", .string(fence.revision))]
        )
    }

    func type(of fence: Identifier) -> FenceType {
        guard runtimeFences[fence] != nil else {
            let isAssigned = tracker.engine.fence(fence)?.isAssigned ?? false
            return isAssigned ? .poi : .file
        }
        if zoneFences.contains(fence) { return .zone }
        if itineraries.stops[fence] != nil { return .stop }
        return outputs.of(OwnTracksOutput.self)?.phones.owners[fence] == nil ? .custom : .poi
    }
}

/// Where a fence comes from.
enum FenceType: String, CaseIterable {
    /// The configuration.
    case file
    /// A request.
    case custom
    /// A point of interest: around one that is near a device, or a waypoint of a phone's own.
    ///
    /// Not `custom`: who clears what requests have set could not put these back, since a phone sends them
    /// when a person asks it to.
    case poi
    /// A zone of a device that is its home or its work.
    case zone
    /// A stop of an itinerary; it goes with that.
    case stop
}
