import GeofenceCore

/// The keys that all requests about the past have.
private protocol PastKey: ConfigurationKey {
    static var device: Self { get }
    static var from: Self { get }
    static var to: Self { get }
    static var limit: Self { get }
    static var after: Self { get }
}

/// What is asked of the history: answered later, by another thread.
extension Agent {
    private enum RowsKey: String, PastKey { case device, kind, from, to, limit, after }
    private enum VisitsKey: String, PastKey { case device, from, to, limit, after }
    private enum ReportKey: String, PastKey { case device, fence, by, from, to, timezone, limit, after }
    /// What `device/history` has rows of.
    private enum RowKind: String, CaseIterable { case positions, events }

    /// Where a device was, or what it brought about: `limit` rows (1000) behind `after`, of the last day.
    mutating func deviceHistory(
        _ request: Request,
        _ ticket: AnswerTicket,
        at now: Timestamp
    ) throws(RequestProblem) -> [UInt8]? {
        let reader = try RequestReader(request, RowsKey.self)
        let kind = try reader.optional(.kind) { $0.choice(RowKind.self) } ?? .positions
        return try askRows(kind == .positions ? .positions : .events, reader, ticket, at: now)
    }

    /// Where a device stayed, wherever that was: likewise.
    mutating func deviceVisits(
        _ request: Request,
        _ ticket: AnswerTicket,
        at now: Timestamp
    ) throws(RequestProblem) -> [UInt8]? {
        try askRows(.visits, RequestReader(request, VisitsKey.self), ticket, at: now)
    }

    private mutating func askRows<Key: PastKey>(
        _ kind: PastQuestion.Kind,
        _ reader: RequestReader<Key>,
        _ ticket: AnswerTicket,
        at now: Timestamp
    ) throws(RequestProblem) -> [UInt8]? {
        let path = try historyPath(withPositions: kind == .positions)
        let device = try reader.required(.device, Self.deviceHint) { $0.identifier() }
        let range = try Self.range(reader, usual: PastQuestion.usual, at: now)
        var question = PastQuestion(device: device, kind: kind, range: range, limit: try Self.limit(reader))
        if let text = try reader.optional(.after, { $0.line() }) {
            question.after = PastQuestion.mark(text)
            guard question.after != nil else {
                throw RequestProblem("\"after\" is what the answer before has as \"next\"")
            }
        }
        let hidesZones = lateAnswers.hidesZones(from: ticket)
        return try ask(.rows(question, hidesZones: hidesZones, path: path), ticket)
    }

    /// Days, weeks or trips, of the last 7 days: `limit` rows (1000) of devices behind `after`.
    mutating func report(
        _ request: Request,
        _ ticket: AnswerTicket,
        at now: Timestamp
    ) throws(RequestProblem) -> [UInt8]? {
        let reader = try RequestReader(request, ReportKey.self)
        let path = try historyPath()
        var range = try Self.range(reader, usual: WhatIfQuestion.usualDays * 86_400_000, at: now)
        // Who is inside is so up to now, and no longer.
        range.to = min(range.to, now)
        guard range.from < range.to else { throw RequestProblem("\"from\" is not before now") }
        var question = ReportQuestion(range: range)
        question.by = try reader.optional(.by) { $0.choice(ReportPeriod.self) } ?? .day
        question.device = try reader.optional(.device) { $0.identifier() }
        question.fence = try reader.optional(.fence) { $0.identifier() }
        if let name = try reader.optional(.timezone, { $0.line() }) { question.zone = try zone(name) }
        question.hidesZones = lateAnswers.hidesZones(from: ticket)
        let after = try reader.optional(.after) { $0.identifier() }
        let page = ReportPage(limit: try Self.limit(reader), after: after, bytes: Self.longestPage)
        return try ask(.report(question, page: page, path: path), ticket)
    }

    /// Puts a question to the thread that answers those about the past.
    mutating func ask(_ inquiry: PastInquiry, _ ticket: AnswerTicket) throws(RequestProblem) -> [UInt8]? {
        guard port.pastDesk.add(ticket, inquiry, isOverHTTP: lateAnswers.isOverHTTP(ticket)) else {
            port.counters.limited += 1
            throw RequestProblem("the past is being looked through for others; ask again in a while")
        }
        return nil
    }

    func historyPath(withPositions: Bool = false) throws(RequestProblem) -> String {
        guard let path = port.settings.historyPath, let history = port.settings.history else {
            throw RequestProblem(
                "nothing is kept; put \"history\": {} into the configuration of the agent, and wait"
            )
        }
        guard history.positions || !withPositions else {
            throw RequestProblem("no positions are kept; history.positions is false")
        }
        return path
    }

    private func zone(_ name: String) throws(RequestProblem) -> TimeZoneTable {
        do throws(TimeZoneFailure) {
            return try port.settings.timeZones.table(name, suggests: false)
        } catch {
            throw RequestProblem("timezone: \(error)")
        }
    }

    /// How many rows are asked for.
    private static func limit<Key: PastKey>(_ reader: RequestReader<Key>) throws(RequestProblem) -> Int {
        try reader.optional(.limit) { $0.integer(1...longestList) } ?? longestList
    }

    /// `from` up to `to`, without them so many milliseconds up to now.
    private static func range<Key: PastKey>(
        _ reader: RequestReader<Key>,
        usual: Int64,
        at now: Timestamp
    ) throws(RequestProblem) -> HistoryRange {
        let end = try reader.optional(.to) { $0.moment() } ?? now
        let start = try reader.optional(.from) { $0.moment() } ?? end.advanced(byMilliseconds: -usual)
        guard start < end else { throw RequestProblem("\"from\" is not before \"to\"") }
        guard end.millisecondsSince(start) <= PastQuestion.longest else {
            throw RequestProblem("that is more than 366 days; ask for fewer, one stretch after the other")
        }
        return HistoryRange(from: start, to: end)
    }
}
