import GeofenceCore

/// All that is kept of one device, page by page.
extension Agent {
    private enum ExportKey: String, ConfigurationKey { case device, after }

    /// A part of what is kept of a device, or a page of one: what the history has comes later, from another
    /// thread.
    mutating func exportDevice(
        _ request: Request,
        _ ticket: AnswerTicket,
        at now: Timestamp
    ) throws(RequestProblem) -> [UInt8]? {
        let reader = try RequestReader(request, ExportKey.self)
        let id = try reader.required(.device, Self.deviceHint) { $0.identifier() }
        if tracker.engine.device(id) == nil, !(try isOfThePast(id)) { _ = try known(id) }
        let mark = try Self.mark(reader)
        guard let kind = mark.part.past else { return try exported(mark, id, at: now) }
        guard let path = port.settings.historyPath, port.settings.history != nil else {
            throw RequestProblem("there is no history; the export has ended before \"\(mark.part.rawValue)\"")
        }
        let range = HistoryRange(from: .init(milliseconds: .min / 4), to: .init(milliseconds: .max / 4))
        var question = PastQuestion(device: id, kind: kind, range: range, limit: Self.longestList)
        question.exported = mark.part
        if let rest = mark.rest {
            guard let row = PastQuestion.mark(rest) else { throw Self.noMark }
            question.after = row
        }
        return try ask(.rows(question, hidesZones: false, path: path), ticket)
    }

    private static let noMark = RequestProblem("\"after\" is what the answer before has as \"next\"")

    private static func mark(_ reader: RequestReader<ExportKey>) throws(RequestProblem) -> ExportMark {
        guard let text = try reader.optional(.after, { $0.line() }) else { return ExportMark(.state) }
        guard let mark = ExportMark(text) else { throw noMark }
        return mark
    }

    /// A part that the agent itself knows.
    private func exported(
        _ mark: ExportMark,
        _ id: Identifier,
        at now: Timestamp
    ) throws(RequestProblem) -> [UInt8] {
        let following = mark.part.next(hasHistory: port.settings.history != nil)?.rawValue
        guard mark.part != .state else {
            return JSONWriter.object { json in
                json.member("device", id.description)
                json.member("state") { json in writeState(of: id, at: now, &json) }
                if let following { json.member("next", following) }
            }
        }
        let first = mark.rest.map { Int($0) ?? -1 } ?? 0
        guard first >= 0 else { throw Self.noMark }
        let all = entries(mark.part, of: id)
        let page = Self.page(all.dropFirst(first).prefix(Self.longestList)) { $0() }
        let end = first + max(page.count, 1)
        return JSONWriter.object { json in
            json.member("device", id.description)
            json.member(named: mark.part.rawValue, json: JSONWriter.array(page))
            let next = end < all.count ? "\(mark.part.rawValue),\(end)" : following
            if let next { json.member("next", next) }
        }
    }

    private func writeState(of id: Identifier, at now: Timestamp, _ json: inout JSONWriter) {
        json.member("exported", now)
        json.member("version", AgentVersion.current)
        if let name = name(of: id) { json.member("name", name) }
        guard let device = tracker.engine.device(id) else { return }
        let battery = tracker.details.battery(of: device)
        json.member("position") { json in
            Reports.members(tracker.engine.report(device: device), battery: battery, &json)
        }
        if let override = overrides[id] { json.member("override") { override.write(to: &$0) } }
        if let since = tracker.monitoring.stopped(id) { json.member("stoppedSince", since) }
        if let visit = tracker.engine.visit(device: device) {
            let event = VisitEvent(device: id, report: .arrival(visit))
            json.member("visit", json: Reports.visit(event, in: tracker.engine.zone(of: event)))
        }
    }

    /// What a part has, each made only where it is wanted.
    private func entries(_ part: ExportPart, of id: Identifier) -> [() -> [UInt8]] {
        guard let device = tracker.engine.device(id) else {
            return part == .itineraries ? itineraryEntries(of: id) : []
        }
        switch part {
        case .statuses: return statusEntries(of: device, id)
        case .groups: return groupEntries(of: device, id)
        case .fences: return ownFenceEntries(of: id)
        case .unmonitored: return unmonitoredEntries(of: id)
        case .zones:
            let quantile = port.settings.places.quantile
            return tracker.engine.zones(device: device).map { zone in
                { Reports.zone(zone, holding: quantile, isWhole: true) }
            }
        case .learntVisits:
            return tracker.engine.learntVisits(device: device).map { visit in { Self.learnt(visit) } }
        case .itineraries: return itineraryEntries(of: id)
        case .state, .positions, .networks, .events, .visits: return []
        }
    }

    private func statusEntries(of device: Int, _ id: Identifier) -> [() -> [UInt8]] {
        tracker.engine.reportedFences(device: device).compactMap { slot in
            guard let fence = tracker.engine.fence(slot)?.id,
                let report = tracker.engine.status(device: device, fence: slot)
            else { return nil }
            return { Reports.fenceStatus(report, id, fence) }
        }
    }

    private func groupEntries(of device: Int, _ id: Identifier) -> [() -> [UInt8]] {
        tracker.engine.reportedGroups(device: device).compactMap { group in
            guard let report = tracker.engine.report(device: device, group: group) else { return nil }
            return { Reports.groupLine(report, id, group) }
        }
    }

    private func ownFenceEntries(of id: Identifier) -> [() -> [UInt8]] {
        let rules = port.settings.rules
        return tracker.engine.allFences.filter { $0.isOf(id) }.map { fence in
            { JSONValue.members(fence.members(general: rules)).bytes }
        }
    }

    private func unmonitoredEntries(of id: Identifier) -> [() -> [UInt8]] {
        tracker.monitoring.pairs.filter { $0.key.device == id }.sorted { $0.key < $1.key }.map {
            pair,
            since in
            {
                JSONWriter.object { json in
                    json.member("fence", pair.fence.description)
                    json.member("since", since)
                }
            }
        }
    }

    private func itineraryEntries(of id: Identifier) -> [() -> [UInt8]] {
        let book = itineraries
        let texts = book.ids.filter { book[$0]?.itinerary.device == id }.map { describe($0, hasLegs: false) }
        return texts.map { text in { text } }
    }

    private static func learnt(_ visit: Visit) -> [UInt8] {
        JSONWriter.object { json in
            json.member("arrival", visit.arrival)
            if let departure = visit.departure { json.member("departure", departure) }
            json.member("latitude", visit.center.latitude)
            json.member("longitude", visit.center.longitude)
            if let accuracy = visit.accuracy { json.member("accuracy", accuracy) }
        }
    }
}

extension Fence {
    /// Whether it is of one device alone: it goes with that, or names no other.
    fileprivate func isOf(_ device: Identifier) -> Bool {
        follows?.device == device || devices.count == 1 && devices[0].description == device.description
    }
}

extension Override {
    fileprivate func write(to json: inout JSONWriter) {
        if let fix {
            json.member("latitude", fix.coordinate.latitude)
            json.member("longitude", fix.coordinate.longitude)
            if let accuracy = fix.accuracy { json.member("accuracy", accuracy) }
        }
        wifi?.write(to: &json)
        if let own { json.member("own") { own.write(to: &$0) } }
    }
}

extension WiFiReport {
    fileprivate func write(to json: inout JSONWriter) {
        switch self {
        case .disconnected: json.member("ssid", "")
        case .connected(let ssid, let bssid):
            if let ssid { json.member("ssid", ssid) }
            if let bssid { json.member("bssid", bssid) }
        }
    }
}
