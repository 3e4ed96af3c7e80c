import GeofenceCore
import MQTT

/// The way to the broker: one connection after the other, with pauses that grow, and what has to be said at
/// the start of each.
///
/// Nothing here waits: the loop asks every turn what is to be done. What has rules of its own (the brokers'
/// order, their terms, subscriptions, our state topic) is a type of its own; the rest changes with each step
/// of a connection, and so stands together.
struct ConnectionManager {
    /// Milliseconds that a connection must last until filters of an earlier configuration are forgotten.
    private static let patience: Int64 = 10_000
    /// Milliseconds that a connection must last to be taken as a good one.
    private static let shortLife: Int64 = 2000

    private enum Phase {
        /// Until a moment of the uptime clock.
        case pausing(until: Int64)
        case connecting(Connection, begun: Int64)
        case online(Connection)
    }

    /// Those of the broker that is tried or in use.
    private(set) var settings: MQTTSettings
    /// Those of the configuration.
    private var configured: MQTTSettings
    private var brokers: Brokers
    let topics: Topics
    private var phase = Phase.pausing(until: 0)
    private var backoff = Backoff()
    private var generator = SystemRandomNumberGenerator()
    private(set) var catchUp = CatchUp.waiting
    private(set) var connections: UInt64 = 0
    private var onlineSince: Int64 = 0
    /// Connections in a row that were greeted and soon lost.
    private var shortLived = 0
    private var lastCare: Int64 = 0
    private var errorThrottle = ConnectionErrorThrottle()
    /// Connections in a row that were soon lost like those before, which was not logged.
    private(set) var quietLosses = 0
    /// Whether it is logged that this connection is there.
    private(set) var isAnnounced = false
    /// Whether the broker had kept the session.
    private(set) var hasSession = false
    private var terms = BrokerTerms()
    /// Whether the connections to come have a will that goes for a pair, and whether this one has.
    var isLastOfPair = false
    private var hasPairWill = false
    /// Whether the broker in use is not the one to try next, though its connections hold.
    var leavesBroker = false
    /// The topic on which we say that we are there.
    var ownState: OwnState

    /// Which messages connections drop, by their topics; nil: none.
    var skips: ((_ topic: UnsafeRawBufferPointer) -> Bool)? {
        didSet { connection?.arrivals.skips = skips }
    }

    /// Filters that we want, and those that the broker may still hold for us from an earlier configuration.
    private(set) var filters: [String]
    private var staleFilters: [String]
    private(set) var subscriptions = Subscriptions()

    init(_ settings: MQTTSettings, topics: Topics, filters: [String], formerFilters: [String]) {
        self.settings = settings
        configured = settings
        brokers = Brokers(settings.addresses)
        self.topics = topics
        ownState = OwnState(topics)
        self.filters = filters
        staleFilters = formerFilters.filter { !filters.contains($0) }
    }

    /// The connection that is greeted and in use.
    var online: Connection? {
        if case .online(let connection) = phase { connection } else { nil }
    }

    /// The connection, also where it is not greeted yet.
    var connection: Connection? {
        switch phase {
        case .pausing: nil
        case .connecting(let connection, _), .online(let connection): connection
        }
    }

    /// What the broker takes away.
    var limits: BrokerLimits { terms.limits }

    /// All filters that the broker may hold for us.
    var heldFilters: [String] { filters + staleFilters }

    /// Whether what the broker had kept for us is through, so that the wall clock may run the timers.
    var isCaughtUp: Bool { online != nil && catchUp == .done }

    /// When there is something to do without any message, on the uptime clock.
    func nextStep(_ uptime: Int64) -> Int64 {
        switch phase {
        case .pausing(let until): until
        case .connecting(_, let begun): min(begun + brokers.patience, uptime + 1000)
        case .online: uptime + (catchUp == .done ? 1000 : 100)
        }
    }

    /// Begins a connection where a pause is over; ends one that takes too long.
    mutating func step(_ uptime: Int64) throws(MQTTFailure) {
        switch phase {
        case .pausing(let until) where until <= uptime: try begin(uptime)
        case .connecting(_, let begun) where begun + brokers.patience <= uptime:
            throw MQTTFailure(
                "connecting to \(settings.address)",
                reason: "no answer within \(brokers.patience / 1000) s"
            )
        case .online(let connection) where catchUp != .done:
            guard catchUp.isOver(uptime) else {
                try askForCopy(connection, uptime)
                break
            }
            ownState.isMissing = catchUp.isQuiet(uptime) && limits.retains
            finishCatchUp()
        default: break
        }
        try askAgain(uptime)
        guard uptime - lastCare >= 1000, let online else { return }
        if uptime - onlineSince >= Self.patience { staleFilters = [] }
        lastCare = uptime
        try online.keepAlive(at: uptime)
    }

    /// Asks once more for what was refused, and goes to another broker where that doesn't help.
    private mutating func askAgain(_ uptime: Int64) throws(MQTTFailure) {
        guard let online else { return }
        for filter in subscriptions.due(uptime) {
            guard !brokers.hasOthers || subscriptions.hopeless != filter else {
                throw MQTTFailure(
                    "subscribing to \(filter)",
                    reason: "refused by \(settings.address) again and again; another broker is tried"
                )
            }
            subscriptions.ask(filter, packet: try subscribe(filter, online), uptime)
        }
    }

    /// Asks once more for the copy of our own state.
    ///
    /// A cluster may look for it before the node that answers knows what we have just published.
    private mutating func askForCopy(_ connection: Connection, _ uptime: Int64) throws(MQTTFailure) {
        guard ownState.shouldAskAgain(uptime - onlineSince), !subscriptions.isPending(topics.ownState) else {
            return
        }
        let packet = try subscribe(topics.ownState, connection)
        subscriptions.ask(topics.ownState, packet: packet, uptime)
    }

    private mutating func begin(_ uptime: Int64) throws(MQTTFailure) {
        if let address = brokers.current, address != settings.address {
            settings = configured.at(address)
            terms = BrokerTerms()
        }
        let connection = try Connection(
            settings.withSecretsReadAgain().options,
            will: terms.will(topics, settings.clientId, ofPair: isLastOfPair),
            requests: topics.requests
        )
        connection.arrivals.skips = skips
        hasPairWill = isLastOfPair
        phase = .connecting(connection, begun: uptime)
        try connection.connect()
    }

    /// What may be behind connections that the broker greets and soon ends.
    var suspicion: String? {
        guard shortLived >= 3 else { return nil }
        return
            "lost soon after each greeting: another client may use mqtt.clientId \"\(settings.clientId)\" too"
    }

    /// A failure cause as what it is: with what TLS says, what to do, and as one of connecting where nothing
    /// greeted us.
    func explained(_ failure: MQTTFailure) -> MQTTFailure {
        let cause = connection?.explained(failure) ?? failure
        return online == nil ? cause.named("connecting to \(settings.address)") : cause
    }

    /// Whether a failure is worth a line in the log.
    mutating func shouldLog(_ failure: MQTTFailure, _ uptime: Int64) -> Bool {
        let shouldLog = errorThrottle.shouldLog("\(failure) \(suspicion ?? "")", uptime)
        quietLosses = !shouldLog && shortLived > 0 ? quietLosses + 1 : 0
        return shouldLog
    }

    /// Whether it is time to log a connection that came after losses which were not: it has lasted by now.
    mutating func shouldAnnounce(_ uptime: Int64) -> Bool {
        guard online != nil, !isAnnounced, uptime - onlineSince >= Self.shortLife else { return false }
        isAnnounced = true
        return true
    }

    /// Tries again at once, where a pause is on: somebody may have changed something.
    mutating func endPause() {
        errorThrottle.forget()
        guard case .pausing = phase else { return }
        backoff.reset()
        phase = .pausing(until: 0)
    }

    /// Takes the broker's answer to CONNECT: asks for what we want, and says that we are there.
    mutating func greet(_ connAck: Inbox.ConnAck, _ uptime: Int64) throws(MQTTFailure) {
        guard case .connecting(let connection, _) = phase else { return }
        connection.wasGreeted = true
        connection.arrivals.libraryErrors.removeAll()
        guard connAck.reason == 0 else {
            throw terms.refusal(ReasonCode(connAck.reason))
        }
        terms.agree(connAck.limits, asked: settings)
        connection.limits = limits
        connection.readAhead()
        brokers.greeted()
        phase = .online(connection)
        onlineSince = uptime
        (isAnnounced, hasSession) = (quietLosses == 0, connAck.hasSession)
        connections += 1
        catchUp = .running(begun: uptime, lastMessage: uptime)
        ownState.begin(qos: limits.maximumQoS)
        // Left from a connection that ended early, it would bring copies of our state among other messages.
        try connection.unsubscribe(topics.ownState)
        for filter in staleFilters { try connection.unsubscribe(filter) }
        subscriptions = Subscriptions()
        for filter in filters {
            subscriptions.ask(filter, packet: try subscribe(filter, connection), uptime)
        }
        // After the subscriptions: whoever reads it may rely on being heard.
        _ = try connection.publish(topics.ownState, Array("online".utf8), retained: true)
        // Sent after everything that has been waiting for us, this tells when the backlog is through.
        let packet = try subscribe(topics.ownState, connection)
        subscriptions.ask(topics.ownState, packet: packet, uptime)
    }

    /// Whether this connection has a will that is no longer right.
    var hasOtherWill: Bool { online != nil && hasPairWill != isLastOfPair }

    /// The broker has granted a subscription; says whether that takes something away that it didn't before.
    mutating func wasGranted(_ filter: String, qos: Int32) -> Bool {
        guard filter != topics.ownState else {
            ownState.qos = qos
            return false
        }
        return !topics.isSign(filter) && terms.granted(filter, qos: qos)
    }

    /// Of requests it is to be known whether they were retained, also while we are there.
    private func subscribe(_ filter: String, _ connection: Connection) throws(MQTTFailure) -> Int32 {
        try connection.subscribe(
            filter,
            retained: topics.wantsRetained(filter) ? .always : .isNew,
            asPublished: filter == topics.requestFilter,
            qos: topics.isSign(filter) ? 0 : 1
        )
    }

    /// The copy of our own state has come: whatever waited for us came before it.
    mutating func finishCatchUp() {
        guard catchUp != .done else { return }
        catchUp = .done
    }

    /// Messages have arrived.
    mutating func noteMessages(_ uptime: Int64) {
        if case .running(let begun, _) = catchUp { catchUp = .running(begun: begun, lastMessage: uptime) }
    }

    /// Milliseconds that a message may stay without an answer.
    var patienceForAnswers: Int64 { Int64(settings.answerTimeout) * 1000 }

    /// Drops the connection, with all that it has queued, and gives the pause in milliseconds until the next
    /// one.
    ///
    /// Pauses begin anew where the connection has brought anything on its way: a broker that greets, answers
    /// pings and takes nothing is left alone longer each time.
    @discardableResult
    mutating func drop(_ uptime: Int64, _ pace: Backoff.Pace = .network, hasProgress: Bool = true) -> Int64 {
        if online != nil {
            shortLived = uptime - onlineSince < Self.shortLife ? shortLived + 1 : 0
            if shortLived == 0, hasProgress {
                backoff.reset()
                errorThrottle.forget()
            } else if hasProgress {
                backoff.ease()
            }
        }
        let pause = pause(uptime, pace, hasProgress: hasProgress)
        phase = .pausing(until: uptime + pause)
        catchUp = .waiting
        return pause
    }

    /// Drops a connection with which all is well, for another to the same broker at once.
    mutating func renew() { (phase, catchUp) = (.pausing(until: 0), .waiting) }

    /// Goes on to the next broker, and says how long to wait before it.
    private mutating func pause(_ uptime: Int64, _ pace: Backoff.Pace, hasProgress: Bool) -> Int64 {
        var isSilent = false
        if case .connecting(_, let begun) = phase { isSilent = uptime - begun >= brokers.patience }
        let isRoundOver = !brokers.hasNext
        if online != nil, hasProgress, shortLived == 0, subscriptions.hopeless == nil, !leavesBroker {
            brokers.begin()
        } else {
            brokers.failed(isSilent: isSilent)
        }
        leavesBroker = false
        return isRoundOver ? backoff.next(&generator, pace) : Brokers.step
    }

    /// What ends connections is being found out: that takes several.
    mutating func ease() { backoff.ease() }

    /// Uses other filters from now on; those that go are unsubscribed, again on later connections until one
    /// has lasted.
    mutating func use(filters new: [String]) {
        let gone = filters.filter { !new.contains($0) }
        let added = new.filter { !filters.contains($0) }
        filters = new
        staleFilters = staleFilters.filter { !new.contains($0) } + gone
        guard let online else { return }
        // Where one of these fails, the connection is about to: the next one asks for all.
        for filter in gone {
            subscriptions.drop(filter)
            try? online.unsubscribe(filter)
        }
        for filter in added {
            if let packet = try? subscribe(filter, online) {
                subscriptions.ask(filter, packet: packet, Clock.uptime)
            }
        }
    }

    /// The broker has answered a SUBSCRIBE; gives what that asked for.
    mutating func wasAnswered(_ answer: Inbox.Acknowledgement, _ uptime: Int64) -> String {
        let isRefusal = answer.reason >= 128
        return subscriptions.answer(packet: answer.packet, isRefusal: isRefusal, uptime, &generator)
            ?? topics.ownState
    }

    /// Whether settings differ, so that a new connection is needed.
    func isOther(_ other: MQTTSettings) -> Bool {
        other != configured
    }

    /// Whether settings lead to another session, so that the broker's queue for this one stays behind.
    func isOtherSession(_ other: MQTTSettings) -> Bool {
        other.addresses != configured.addresses || other.clientId != configured.clientId
    }

    /// Uses other settings, from a connection on that is begun at once.
    mutating func use(_ new: MQTTSettings) {
        (settings, configured, brokers) = (new, new, Brokers(new.addresses))
        terms = BrokerTerms()
        backoff.reset()
        phase = .pausing(until: 0)
    }
}
