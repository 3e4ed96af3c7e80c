import MQTT

/// What is to be sent, in order: the one queue between the engine and the broker, as the store has it or is
/// about to.
///
/// Answers to requests leave behind all else, so that nobody holds events back by asking much; where there is
/// always something else, each so many rows one of them goes in between. A row may leave once its batch is
/// committed, and goes when the broker has taken it. Of retained rows only the newest of a topic waits; one
/// that is on its way already is followed by the newer one, and goes with it at the latest.
struct Outbox {
    /// Rows beyond this make the agent stop reading.
    static let mostRows = 100_000
    /// Bytes of payload beyond this make the agent stop reading: 64 MiB.
    static let mostBytes = 64 << 20
    /// Answers beyond this make the agent look nothing up.
    static let mostAnswers = 1000
    /// Answers beyond this are not even short ones.
    static let mostShortAnswers = 10_000
    /// Bytes of answers beyond this make the agent look nothing up: 8 MiB.
    static let mostAnswerBytes = 8 << 20
    /// Bytes of answers beyond this are not even short ones: 32 MiB, so that answers alone never make the
    /// agent stop reading.
    static let mostShortAnswerBytes = 32 << 20
    /// Of so many rows that leave one at least is an answer, where any waits.
    static let answerShare = 64

    /// `nil` where a row went before those in front of it.
    var rows: [OutboxRow?] = []
    /// Rows before this one in `rows` are gone.
    var head = 0
    /// The number of `rows[0]`.
    var base: Int64 = 1
    /// Rows before this number are on their way.
    private var unsent: Int64 = 1
    /// Rows up to this number are in the store.
    var committed: Int64 = 0
    private var retained = RetainedRows()
    private var onTheirWay: [Int32: Sent] = [:]
    /// Numbers of rows that leave out of their turn: answers that were passed by, and while another agent
    /// publishes what this one had given to the broker.
    var outOfTurn = NumberQueue()
    /// Rows up to this one were given to the broker, all but the answers.
    var handedUpTo: Int64 = 0
    /// Rows that left since the last answer.
    private var sinceAnswer = 0
    /// What left since the last commit; rows that came are read from `rows`.
    private var batch = Batch()
    /// Rows that are not in the store yet.
    private var uncommittedCount = 0
    /// Whether rows were taken back since the last commit.
    var hasWithdrawn = false

    /// Whether another agent publishes in our place: nothing leaves but what is ours alone, the answers and
    /// what we had given to the broker.
    var isHeld = false
    /// While it is: whether answers wait, too.
    var holdsAnswers = false
    /// While it is: rows before this one were looked through for those.
    var searched: Int64 = 0

    /// How long events and visits have taken from the arrival of what they follow from to the broker's
    /// answer.
    private(set) var latencies = Histogram.ofDelivery

    private(set) var count = 0
    private(set) var byteCount = 0
    private(set) var answerCount = 0
    private(set) var answerBytes = 0

    /// A row that is on its way.
    private struct Sent {
        var number: Int64
        /// Since when, on the uptime clock.
        var since: Int64
    }

    init() {}

    /// Takes up what the store holds.
    init(stored: [OutboxRow]) {
        base = stored.first?.number ?? 1
        unsent = base
        committed = (stored.last?.number ?? 0)
        for row in stored {
            while Int64(rows.count) + base < row.number { rows.append(nil) }
            keep(row, replacingFrom: .max)
        }
    }

    /// Whether reading should pause until some have gone.
    var isFull: Bool { count >= Self.mostRows || byteCount >= Self.mostBytes }

    /// Whether nothing more should be looked up for those who ask, until some answers have gone.
    var isFullOfAnswers: Bool { answerCount >= Self.mostAnswers || answerBytes >= Self.mostAnswerBytes }

    /// Whether not even a short answer has room.
    var hasNoRoomForAnswers: Bool {
        answerCount >= Self.mostShortAnswers || answerBytes >= Self.mostShortAnswerBytes
    }

    /// Whether what many timers bring about at once may be too much.
    var isCrowded: Bool { count >= Self.mostRows / 2 }

    /// How many are on their way to the broker.
    var inFlight: Int { onTheirWay.count }

    /// Whether the next commit has something to write.
    var hasChanges: Bool { uncommittedCount > 0 || !batch.done.isEmpty || !batch.dead.isEmpty }

    /// How many rows have left since the last commit.
    var doneCount: Int { batch.done.count }

    /// Whether something new waits for the next commit, and not only what has left.
    var hasNews: Bool { uncommittedCount > 0 || hasWithdrawn || !batch.dead.isEmpty }

    /// The number of the oldest row; nil where there is none.
    var oldestNumber: Int64? { head < rows.count ? rows[head]?.number : nil }

    /// The number of the newest row that ever was.
    var newestNumber: Int64 { next - 1 }

    /// Milliseconds that the oldest row has been waiting; 0 where there is none.
    func oldestAge(_ now: Int64) -> Int64 {
        guard head < rows.count, let oldest = rows[head] else { return 0 }
        return max(0, now - oldest.time)
    }

    private var next: Int64 { base + Int64(rows.count) }

    /// Adds a row at the end.
    mutating func add(
        topic: String,
        payload: [UInt8],
        isRetained: Bool,
        time: Int64,
        correlation: [UInt8]? = nil,
        userProperties: UserProperties = UserProperties()
    ) {
        let row = OutboxRow(
            number: next,
            topic: topic,
            payload: payload,
            isRetained: isRetained,
            time: time,
            correlation: correlation,
            userProperties: userProperties
        )
        keep(row, replacingFrom: unsent)
        uncommittedCount += 1
    }

    /// Puts a row behind all others.
    ///
    /// A retained one replaces the rows of its topic whose number is `first` or higher.
    private mutating func keep(_ row: OutboxRow, replacingFrom first: Int64) {
        if row.isRetained {
            for number in retained.add(row.number, of: row.topic, replacingFrom: first) {
                drop(number)
                noteGone(number)
            }
        }
        rows.append(row)
        count += 1
        byteCount += row.weight
        guard row.isAnswer else { return }
        answerCount += 1
        answerBytes += row.weight
    }

    mutating func replace(_ number: Int64) {
        remove(number)
        noteGone(number)
    }

    /// Notes that a row went without being sent.
    private mutating func noteGone(_ number: Int64) {
        if number > committed {
            uncommittedCount -= 1
        } else {
            batch.done.append(number)
        }
    }

    /// Whether a place is empty; `== nil` would copy the row.
    private func isGone(_ index: Int) -> Bool { if case nil = rows[index] { true } else { false } }

    @discardableResult
    private mutating func remove(_ number: Int64) -> OutboxRow? {
        guard let row = drop(number) else { return nil }
        if row.isRetained { retained.remove(row.number, of: row.topic) }
        return row
    }

    /// Takes a row out of the list; which rows of its topic there are is noted elsewhere.
    @discardableResult
    private mutating func drop(_ number: Int64) -> OutboxRow? {
        let index = Int(number - base)
        guard rows.indices.contains(index), let row = rows[index].take() else { return nil }
        count -= 1
        byteCount -= row.weight
        if row.isAnswer {
            answerCount -= 1
            answerBytes -= row.weight
        }
        while head < rows.count, isGone(head) { head += 1 }
        if head > 1024, head * 2 > rows.count {
            rows.removeFirst(head)
            base += Int64(head)
            head = 0
        }
        return row
    }

    /// The broker has a row: what is older of its topic must not follow it, should the connection break.
    private mutating func dropOlder(than number: Int64) {
        let index = Int(number - base)
        guard retained.hasOlder, rows.indices.contains(index), let row = rows[index], row.isRetained else {
            return
        }
        for other in retained.before(number, of: row.topic) {
            remove(other)
            batch.done.append(other)
        }
    }

    /// What the next commit has to write.
    ///
    /// - Complexity: linear in the rows added since the last commit, those replaced since then among them.
    var changes: Batch {
        guard uncommittedCount > 0 else { return batch }
        var changes = batch
        let first = max(0, Int(committed + 1 - base))
        changes.outgoing.reserveCapacity(uncommittedCount)
        for row in rows[first...] { if let row { changes.outgoing.append(row) } }
        return changes
    }

    /// The changes are in the store.
    mutating func didCommit() {
        committed = next - 1
        uncommittedCount = 0
        hasWithdrawn = false
        batch.done.removeAll(keepingCapacity: true)
        batch.dead.removeAll(keepingCapacity: true)
    }

    /// The next row that may leave; it counts as sent once `didSend` says so.
    mutating func nextSendable() -> OutboxRow? {
        if isHeld { return nextWhileHeld() }
        if sinceAnswer >= Self.answerShare, let answer = nextOutOfTurn() { return answer }
        unsent = max(unsent, base + Int64(head))
        while unsent <= committed {
            if let row = rows[Int(unsent - base)], !isOnItsWay(row) {
                guard row.isAnswer else { return row }
                outOfTurn.append(row.number)
            }
            unsent += 1
        }
        return nextOutOfTurn()
    }

    /// Whether a row has left on this connection, and waits for the broker's answer.
    func isOnItsWay(_ row: OutboxRow) -> Bool {
        guard row.isAnswer || wasHanded(row.number) else { return false }
        return onTheirWay.values.contains { $0.number == row.number }
    }

    mutating func nextOutOfTurn() -> OutboxRow? {
        while let number = outOfTurn.first {
            let index = Int(number - base)
            if rows.indices.contains(index), let row = rows[index] { return row }
            outOfTurn.removeFirst()
        }
        return nil
    }

    /// A row was given to the library under a packet id, at a moment of the uptime clock.
    mutating func didSend(_ row: OutboxRow, packet: Int32, at uptime: Int64 = 0) {
        passed(row)
        onTheirWay[packet] = Sent(number: row.number, since: uptime)
    }

    /// A row is no longer the next one.
    private mutating func passed(_ row: OutboxRow) {
        if outOfTurn.first == row.number { outOfTurn.removeFirst() }
        guard !row.isAnswer else {
            sinceAnswer = 0
            return
        }
        handedUpTo = max(handedUpTo, row.number)
        guard !isHeld else { return }
        unsent = max(unsent, row.number + 1)
        if !outOfTurn.isEmpty { sinceAnswer += 1 }
    }

    /// The topics of what is on its way, so many at most.
    func topicsOnTheirWay(upTo most: Int) -> [String] {
        onTheirWay.values.prefix(most).compactMap { topic($0.number) }
    }

    /// The topic of the row that is on its way under a packet id.
    func topic(ofPacket packet: Int32) -> String? { onTheirWay[packet].flatMap { topic($0.number) } }

    private func topic(_ number: Int64) -> String? {
        let index = Int(number - base)
        return rows.indices.contains(index) ? rows[index]?.topic : nil
    }

    /// Since when the row has been on its way that has waited longest for an answer.
    ///
    /// - Complexity: a look at each that is on its way.
    var waitsSince: Int64? { onTheirWay.values.lazy.map(\.since).min() }

    /// A row that can't be sent at all.
    mutating func deadLetter(_ row: OutboxRow, reason: Int32) {
        passed(row)
        if let row = remove(row.number) { batch.dead.append((row, reason)) }
    }

    /// The broker has answered at a moment in milliseconds since 1970; gives the row where it refuses it for
    /// good.
    mutating func acknowledge(packet: Int32, reason: Int32, at now: Int64 = 0) -> OutboxRow? {
        guard let number = onTheirWay.removeValue(forKey: packet)?.number else { return nil }
        let isTaken = reason < 128
        if isTaken { dropOlder(than: number) }
        guard let row = remove(number) else { return nil }
        guard !isTaken else {
            if !row.isRetained, !row.isAnswer { latencies.note((now - row.time) * 1000) }
            batch.done.append(number)
            return nil
        }
        batch.dead.append((row, reason))
        return row
    }

    /// The connection is gone: what had no answer goes out again on the next one, in order.
    mutating func connectionLost() {
        beginAnew()
        onTheirWay.removeAll(keepingCapacity: true)
    }

    /// Goes through the rows from the oldest on.
    mutating func beginAnew() {
        unsent = base + Int64(head)
        outOfTurn.removeAll()
        (sinceAnswer, searched) = (0, 0)
    }
}
