/// Which question is put next: each lane at its own pace, in the order in which they came.
///
/// Moments are milliseconds of the uptime clock.
struct OutboundSchedule {
    /// Questions at most that wait in all lanes.
    static let mostWaiting = 1024

    private struct Lane {
        var terms: OutboundLane
        var waiting: ArraySlice<(question: OutboundQuestion, since: Int64)> = []
        var onTheirWay = 0
        /// When the next may begin.
        var notBefore: Int64 = 0

        /// Milliseconds between the beginnings of two requests.
        var pause: Int64 {
            terms.perSecond.map { Int64(min(3_600_000, 1000 / max($0, 0.001))) } ?? 0
        }
        var hasRoom: Bool { onTheirWay < max(1, terms.atOnce) }

        func mayBegin(at uptime: Int64) -> Bool { hasRoom && uptime >= notBefore }
    }

    private var lanes: [String: Lane] = [:]
    private(set) var waitingCount = 0

    /// Takes a question; says whether there was room for it.
    ///
    /// The pace of the newest question of a lane counts.
    mutating func add(_ question: OutboundQuestion, at uptime: Int64) -> Bool {
        guard waitingCount < Self.mostWaiting else { return false }
        let terms = question.request.lane
        lanes[terms.name, default: Lane(terms: terms)].terms = terms
        lanes[terms.name]?.waiting.append((question, uptime))
        waitingCount += 1
        return true
    }

    /// The next question whose turn it is; nil where there is none.
    mutating func next(at uptime: Int64) -> OutboundQuestion? {
        for name in lanes.keys.sorted() {
            guard var lane = lanes[name], lane.mayBegin(at: uptime), let first = lane.waiting.popFirst()
            else { continue }
            lane.onTheirWay += 1
            lane.notBefore = uptime + lane.pause
            lanes[name] = lane
            waitingCount -= 1
            return first.question
        }
        return nil
    }

    /// One of a lane has ended.
    mutating func didEnd(_ lane: String) { lanes[lane]?.onTheirWay -= 1 }

    /// Takes the questions that have waited too long for their turn.
    mutating func drainOverdue(at uptime: Int64) -> [OutboundQuestion] {
        var overdue: [OutboundQuestion] = []
        for (name, var lane) in lanes {
            while let first = lane.waiting.first, uptime >= first.since + first.question.request.lane.patience
            {
                overdue.append(first.question)
                lane.waiting.removeFirst()
            }
            lanes[name] = lane
        }
        waitingCount -= overdue.count
        return overdue
    }

    /// When there is something to do without any answer; nil where nothing waits.
    var nextStep: Int64? {
        lanes.values.compactMap { lane in
            guard let first = lane.waiting.first else { return nil as Int64? }
            let end = first.since + first.question.request.lane.patience
            return lane.hasRoom ? min(end, lane.notBefore) : end
        }.min()
    }
}
