/// What is on its way to the broker, apart from the rows of the outbox, and what the broker doesn't take.
struct InFlight {
    /// A message that is no row of the outbox.
    struct Extra {
        var topic: String
        /// When it left, on the uptime clock.
        var since: Int64
    }

    /// Packets that are no rows of the outbox: states, statistics, repeats.
    var extras: [Int32: Extra] = [:]
    /// Topics that the broker or the library doesn't take, apart from those of the outbox: they are not tried
    /// again.
    var refused: Set<String> = []
    var large = LargeMessages()
    var hangUps = HangUps()
    /// A packet whose answer proves that the broker has our acknowledgements of so many messages, by
    /// `Redelivery.noted`.
    var proof: (packet: Int32, noted: Int)?
    /// When the broker last answered a packet of ours.
    private(set) var lastAnswer: Int64 = 0
    /// When something was last read with a full outbox.
    private var lastFullRead: Int64 = 0
    /// How often something was, since the last answer.
    private var fullReads = 0
    /// When something was last read that an answer might have stood behind.
    private var lastHope: Int64 = 0
    /// Whether the broker has taken a row of the outbox on this connection.
    var hasProgress = false
    /// When it was last looked whether an answer is overdue.
    private var lastLook: Int64 = 0
    /// When the last turn of the loop began.
    private var lastTurn: Int64 = 0
    /// When the first turn began behind a long one.
    private var listensSince: Int64 = 0

    /// Messages that may stand in front of an answer: mosquitto 2.0.11 sends at once all that a session has
    /// kept, whatever the receive maximum.
    static let mostAhead = 10_000
    /// Milliseconds between two reads with a full outbox behind very many messages without an answer.
    static let readPause: Int64 = 10
    /// Milliseconds without an answer after which a connection with a full outbox is given up.
    static let patience: Int64 = 10_000
    /// Milliseconds after which a turn was long: the loop waits for a second at most.
    private static let longTurn: Int64 = 2000

    /// A turn of the loop begins.
    ///
    /// Nothing was read while a long one lasted, so the broker has all of its time again.
    mutating func turnBegins(_ uptime: Int64) {
        if uptime - lastTurn >= Self.longTurn { listensSince = uptime }
        lastTurn = uptime
    }

    /// Whether a payload may leave, beside so many rows of the outbox that are on their way.
    ///
    /// `mutating` though it changes nothing: the loop would copy the whole struct for a call that only reads.
    mutating func mayLeave(_ payload: [UInt8], besides rows: Int) -> Bool {
        large.mayLeave(payload.count, besides: rows + extras.count)
            && !(hangUps.isCareful && rows + extras.count > 0)
    }

    /// Whether to read at all with a full outbox.
    ///
    /// Answers may stand behind as many messages as the broker has sent. Where none has come behind very
    /// many, nor for a second, something is read only every 10 ms.
    func mayRead(_ uptime: Int64) -> Bool {
        fullReads < Self.mostAhead || uptime - lastAnswer < 1000 || uptime - lastFullRead >= Self.readPause
    }

    /// Whether a connection with a full outbox is to be given up: for long there was nothing to read, or no
    /// answer behind as many messages as there may be in front of one.
    func isUnheard(_ uptime: Int64) -> Bool {
        uptime - max(lastAnswer, lastHope, listensSince) >= Self.patience
    }

    /// Something is read with a full outbox.
    mutating func willReadWhileFull(_ uptime: Int64) {
        lastFullRead = uptime
        if fullReads < Self.mostAhead { lastHope = uptime }
        fullReads += 1
    }

    /// All is read that an answer may stand behind.
    mutating func heard(_ uptime: Int64) { lastHope = uptime }

    /// The broker has answered something.
    mutating func wasAnswered(_ uptime: Int64) {
        lastAnswer = uptime
        fullReads = 0
    }

    /// Whether a message has had no answer for longer than `patience` milliseconds; looked at now and then.
    ///
    /// `oldest` is since when others wait for theirs. With more to read the answer may be in it, which is
    /// given as much time again.
    mutating func isOverdue(
        _ patience: Int64,
        oldest: @autoclosure () -> Int64?,
        mayHaveMore: Bool,
        _ uptime: Int64
    ) -> Bool {
        guard uptime - lastLook >= Self.pause else { return false }
        lastLook = uptime
        guard let waiting = oldest().orLesser(extras.values.lazy.map(\.since).min()) else { return false }
        return uptime - max(waiting, listensSince) >= (mayHaveMore ? 2 * patience : patience)
    }

    /// Milliseconds between two looks for answers that are overdue.
    private static let pause: Int64 = 500

    /// A new connection was greeted.
    mutating func connected(_ uptime: Int64) {
        refused = []
        wasAnswered(uptime)
        hasProgress = false
    }

    /// The connection is gone.
    mutating func connectionDropped() {
        large.connectionDropped()
        extras.removeAll()
        proof = nil
    }

    /// Somebody may have changed something at the broker: all topics are tried again.
    mutating func forgetRefused() {
        refused = []
        large.forgetRefused()
        hangUps.forget()
    }
}
