import GeofenceCore

/// Makes visits of fences out of the events of one device, which come in order.
///
/// An event names the visit that it belongs to with its beginning. So a visit is known that began without an
/// event, or whose enter is not kept any more. Of events that were found late, exits alone count: those name
/// all of the visit.
struct VisitLedger {
    /// Visits at most.
    static let most = 200_000

    /// Milliseconds since 1970 before which a visit must not have ended to count.
    private let from: Int64
    private(set) var visits: [FenceVisit] = []
    /// By fence: when the visit began that lasts.
    private var open: [String: Int64] = [:]

    /// What is passed over.
    private let curtain: PastCurtain?

    init(from: Timestamp, _ curtain: PastCurtain? = nil) {
        (self.from, self.curtain) = (from.milliseconds, curtain)
    }

    /// Whether there is no room for more.
    var isFull: Bool { visits.count + open.count >= Self.most }

    /// Reads an event; those of groups, and what can't be read, are passed over.
    mutating func add(_ row: HistoryEvent) {
        guard !isFull, let (fence, kind, start, isLate) = read(row) else { return }
        guard !isLate else {
            if kind == "exit" { close(fence, start, row.time) }
            return
        }
        if let last = open[fence], last < start { close(fence, last, start) }
        if kind == "exit" {
            open[fence] = nil
            close(fence, start, row.time)
        } else {
            open[fence] = start
        }
    }

    /// Reads an event from before all that is added: whether the visit lasts that it belongs to.
    ///
    /// - Returns: whether no earlier one of that fence has to be read. A late event says nothing of what came
    ///   to be afterwards.
    mutating func begin(_ row: HistoryEvent) -> Bool {
        guard let (fence, kind, start, isLate) = read(row) else { return true }
        guard !isLate else { return false }
        if kind != "exit" { open[fence] = start }
        return true
    }

    private func read(_ row: HistoryEvent) -> (fence: String, kind: String, start: Int64, isLate: Bool)? {
        guard let node = try? JSONDocument.parse(String(decoding: row.payload, as: UTF8.self)).root,
            let fence = node.member("fence")?.text, let kind = node.member("event")?.text,
            curtain?.hides(fence: fence) != true
        else { return nil }
        let start = Self.start(node.member("visit")?.text) ?? row.time
        return (fence, kind, start, node.member("late")?.value == .bool(true))
    }

    /// Ends what lasts.
    mutating func finish(at end: Timestamp) {
        for (fence, start) in open.sorted(by: { $0.key < $1.key }) where start < end.milliseconds {
            visits.append(FenceVisit(fence: fence, start: start, end: end.milliseconds, isOpen: true))
        }
        open = [:]
        visits.sort { ($0.start, $0.end, $0.fence) < ($1.start, $1.end, $1.fence) }
    }

    private mutating func close(_ fence: String, _ start: Int64, _ end: Int64) {
        guard end >= from, start <= end else { return }
        visits.append(FenceVisit(fence: fence, start: start, end: end))
    }

    /// The time at the end of a visit's id.
    private static func start(_ id: String?) -> Int64? {
        guard let text = id?.split(separator: "/").last else { return nil }
        return Timestamp(iso8601: text)?.milliseconds
    }
}
