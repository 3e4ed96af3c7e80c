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
        guard !isFull,
            let node = try? JSONDocument.parse(String(decoding: row.payload, as: UTF8.self)).root,
            let fence = node.member("fence")?.text, let kind = node.member("event")?.text
        else { return }
        guard curtain?.hides(fence: fence) != true else { return }
        let start = Self.start(node.member("visit")?.text) ?? row.time
        guard node.member("late")?.value != .bool(true) else {
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
