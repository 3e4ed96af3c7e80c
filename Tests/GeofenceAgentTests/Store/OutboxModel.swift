@testable import geofence_agent

/// The outbox as one would write it without a thought for speed: a list that is searched, and a copy of the
/// store.
struct OutboxModel {
    enum Place: Equatable {
        /// Not in the store yet.
        case new
        /// In the store, and not on its way.
        case stored
        /// Given to the library under a packet id.
        case onItsWay(Int32)
    }

    struct Entry {
        var row: OutboxRow
        var place: Place

        var packet: Int32? { if case .onItsWay(let packet) = place { packet } else { nil } }
    }

    var entries: [Entry] = []
    var done: [Int64] = []
    var dead: [(row: OutboxRow, reason: Int32)] = []
    /// Packets whose row went with a newer one of its topic.
    private var left: [Int32] = []
    private var next: Int64 = 1
    /// Rows that left while an answer waited in front of them, since the last answer.
    private var sinceAnswer = 0

    init(stored: [OutboxRow] = []) {
        entries = stored.map { Entry(row: $0, place: .stored) }
        next = (stored.last?.number ?? 0) + 1
    }

    mutating func add(
        topic: String,
        payload: [UInt8],
        isRetained: Bool,
        time: Int64,
        correlation: [UInt8]?
    ) {
        let row = OutboxRow(
            number: next,
            topic: topic,
            payload: payload,
            isRetained: isRetained,
            time: time,
            correlation: correlation
        )
        next += 1
        if isRetained { replace(topic) }
        entries.append(Entry(row: row, place: .new))
    }

    /// Takes away what waits of a retained topic, the newest first.
    private mutating func replace(_ topic: String) {
        for index in entries.indices.reversed() where entries[index].row.isRetained(under: topic) {
            if case .onItsWay = entries[index].place { return }
            let older = entries.remove(at: index)
            if older.place == .stored { done.append(older.row.number) }
        }
    }

    var outgoing: [OutboxRow] { entries.filter { $0.place == .new }.map(\.row) }

    var onTheirWay: [Int32] { left + entries.compactMap(\.packet) }

    var nextSendable: OutboxRow? {
        let stored = entries.filter { $0.place == .stored }.map(\.row)
        let (answer, other) = (stored.first(where: \.isAnswer), stored.first { !$0.isAnswer })
        return sinceAnswer >= Outbox.answerShare ? answer ?? other : other ?? answer
    }

    private mutating func passed(_ row: OutboxRow) {
        let passesAnswer = entries.contains {
            $0.place == .stored && $0.row.isAnswer && $0.row.number < row.number
        }
        if row.isAnswer { sinceAnswer = 0 } else if passesAnswer { sinceAnswer += 1 }
    }

    mutating func didCommit() {
        for index in entries.indices where entries[index].place == .new { entries[index].place = .stored }
        (done, dead) = ([], [])
    }

    mutating func didSend(_ row: OutboxRow, packet: Int32) {
        guard let index = entries.firstIndex(where: { $0.row == row }) else { return }
        passed(row)
        entries[index].place = .onItsWay(packet)
    }

    mutating func deadLetter(_ row: OutboxRow, reason: Int32) {
        passed(row)
        entries.removeAll { $0.row == row }
        dead.append((row, reason))
    }

    mutating func acknowledge(packet: Int32, reason: Int32) -> OutboxRow? {
        left.removeAll { $0 == packet }
        guard let index = entries.firstIndex(where: { $0.packet == packet }) else { return nil }
        let row = entries.remove(at: index).row
        guard reason >= 128 else {
            if row.isRetained { dropOlder(than: row) }
            done.append(row.number)
            return nil
        }
        dead.append((row, reason))
        return row
    }

    private mutating func dropOlder(than row: OutboxRow) {
        let others = entries.filter { $0.row.isRetained(under: row.topic) && $0.row.number < row.number }
        done += others.map(\.row.number)
        left += others.compactMap(\.packet)
        entries.removeAll { entry in others.contains { $0.row == entry.row } }
    }

    mutating func connectionLost() {
        (left, sinceAnswer) = ([], 0)
        for index in entries.indices where entries[index].place != .new { entries[index].place = .stored }
    }
}

extension OutboxRow {
    fileprivate func isRetained(under topic: String) -> Bool {
        isRetained && self.topic.utf8.elementsEqual(topic.utf8)
    }
}
