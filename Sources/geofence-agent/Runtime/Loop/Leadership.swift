/// Which of two agents that compute the same publishes what they have decided.
///
/// The one that leads says so a few times within each lease. The other takes over where it hears nothing for
/// as long, or hears that the first is gone, with a higher term; nobody goes back without need. Both may lead
/// for a moment: then they publish the same.
struct Leadership {
    /// What has come of a turn.
    enum Change: Hashable {
        /// This agent leads from now on; `former` led before, and has gone or is silent.
        case leads(former: String?)
        /// The other leads, or may lead.
        case standsBy
        /// The other, which has led too, leads no more: what it has sent last may stand in place of what is
        /// newer.
        case isAlone
        /// Somebody says of the pair that it is gone.
        case isContradicted
    }

    let id: String
    /// Milliseconds without a sign of life after which the other leads.
    private let lease: Int64

    private(set) var isLeading = false
    /// The highest term that was heard of; of this agent where it leads.
    private(set) var term: UInt64 = 0
    /// Who leads, as far as was heard on this connection.
    private(set) var leader: String?
    /// Who led before this agent was there, as the broker has kept it.
    private var formerLeader: String?
    /// Since when there has been another, or none.
    private var othersSince: Int64 = 0
    /// The others that are connected; one, where all is well.
    private var others: Set<String> = []
    private var isConnected = false
    /// Whether this agent led last: nobody then has to wait for it, and it waits a little less for others.
    private var ledLast = false
    /// Since when nothing was heard of another that leads.
    private var quietSince: Int64
    /// Whether it is known to be gone.
    private var isLeaderGone = false
    /// Since when the broker has not granted what says of the other.
    private var deafSince: Int64?
    private var lastTurn: Int64
    private var lastBeat: Int64 = 0

    /// Others at most that are remembered: whoever may write to the topics may make some up.
    private static let mostOthers = 16
    /// Parts of a lease after which it is renewed.
    private static let beats: Int64 = 6

    init(_ standby: Standby, _ uptime: Int64) {
        id = standby.id
        lease = Int64(standby.lease) * 1000
        (quietSince, lastTurn) = (uptime, uptime)
    }

    /// Whether the other is connected.
    var hasOther: Bool { !others.isEmpty }
    private var beat: Int64 { lease / Self.beats }
    /// Between two turns that are further apart this agent may have missed something.
    private var longestTurn: Int64 { lease / 2 }
    private var patience: Int64 { ledLast ? lease - beat : lease }

    /// What it has of the lease.
    func lease(waits: Int64) -> PairLease { PairLease(leader: id, term: term, waits: waits) }

    /// When there is something to do without any message.
    func nextTurn(_ uptime: Int64) -> Int64 {
        guard isLeading else {
            guard isConnected else { return .max }
            let end = isLeaderGone ? uptime : min(quietSince, uptime) + patience
            return min(max(uptime + 50, end), uptime + lease / 4)
        }
        return lastBeat + (isConnected ? beat : lease)
    }

    /// A turn begins; says whether this agent was away for so long that another may lead by now.
    mutating func isStale(_ uptime: Int64) -> Bool {
        if uptime - lastTurn >= longestTurn, !isLeaderGone { quietSince = uptime }
        lastTurn = uptime
        guard isLeading, uptime - lastBeat >= lease else { return false }
        standBy(uptime)
        return true
    }

    private mutating func standBy(_ uptime: Int64) {
        isLeading = false
        listenAnew(uptime)
    }

    /// What was heard before says nothing any more.
    private mutating func listenAnew(_ uptime: Int64) { (quietSince, isLeaderGone) = (uptime, false) }

    /// The broker has greeted us: what is said from now on is heard.
    mutating func connected(_ uptime: Int64) {
        (isConnected, othersSince) = (true, uptime)
        listenAnew(uptime)
    }

    /// Nothing is heard any more.
    mutating func connectionLost() {
        (isConnected, deafSince) = (false, nil)
        (leader, others) = (isLeading ? id : nil, [])
    }

    /// Whether the broker has granted what says of the other.
    ///
    /// Until it has, that nothing is heard of the other says nothing, and after a lease the other may lead.
    mutating func listens(_ isGranted: Bool, _ uptime: Int64) -> Change? {
        guard !isGranted else {
            deafSince = nil
            return nil
        }
        if !hasOther { othersSince = uptime }
        let since = deafSince ?? uptime
        deafSince = since
        guard isLeading, uptime - since >= lease else {
            if !isLeading { listenAnew(uptime) }
            return nil
        }
        standBy(uptime)
        return .standsBy
    }

    /// Something was heard; `isCaughtUp` says whether it is sure to be new.
    mutating func hear(_ sign: PairSign, isCaughtUp: Bool, _ uptime: Int64) -> Change? {
        switch sign {
        case .kept(let lease):
            term = max(term, lease.term)
            formerLeader = lease.leader
        case .pairIsGone:
            // The will of one that was the last of the pair, and is not.
            return isLeading ? .isContradicted : nil
        case .beat(let lease):
            return lease.leader == id ? nil : heardBeat(lease, uptime)
        case .yielded(let lease):
            guard lease.leader != id else { return nil }
            if isLeading { return .isAlone }
            if lease.leader == leader, lease.term >= term, isCaughtUp { isLeaderGone = true }
        case .echo: break
        case .state(let other, let isOnline, let isKept):
            guard other != id else { return nil }
            note(other, isOnline: isOnline, uptime)
            if !isOnline, !isKept, !isLeading, other == leader, isCaughtUp { isLeaderGone = true }
        }
        return nil
    }

    private mutating func heardBeat(_ lease: PairLease, _ uptime: Int64) -> Change? {
        note(lease.leader, isOnline: true, uptime)
        let isFirst = lease.term > term || lease.term == term && lease.leader < id
        term = max(term, lease.term)
        guard isLeading else {
            (leader, ledLast) = (lease.leader, false)
            listenAnew(uptime)
            return nil
        }
        guard isFirst else { return nil }
        standBy(uptime)
        (leader, ledLast) = (lease.leader, false)
        return .standsBy
    }

    private mutating func note(_ other: String, isOnline: Bool, _ uptime: Int64) {
        let hadOther = hasOther
        if !isOnline { others.remove(other) } else if others.count < Self.mostOthers { others.insert(other) }
        if hasOther != hadOther { othersSince = uptime }
    }

    /// Takes over where that is due; `mayLead` says whether what the broker has kept for us is read.
    mutating func takeOver(mayLead: Bool, _ uptime: Int64) -> Change? {
        guard !isLeading, mayLead, isLeaderGone || uptime - quietSince >= patience else { return nil }
        let former = leader ?? formerLeader
        (isLeading, ledLast, leader) = (true, true, id)
        term += 1
        lastBeat = uptime - beat
        return .leads(former: former == id ? nil : former)
    }

    /// Whether there has been no other for a lease, so that the end of this agent is that of the pair.
    ///
    /// Nil while that is not known.
    func isLast(_ uptime: Int64) -> Bool? {
        uptime - othersSince >= lease ? isLeading && !hasOther : nil
    }

    /// Whether to say now that this agent leads; it is said then.
    mutating func shouldBeat(_ uptime: Int64) -> Bool {
        guard isLeading, uptime - lastBeat >= beat else { return false }
        lastBeat = uptime
        return true
    }
}

extension Leadership {
    /// Its part of what the agent says of itself.
    func write(to json: inout JSONWriter) {
        json.member("standby") { json in
            json.member("id", id)
            json.member("leads", isLeading)
            json.member("term", term)
        }
    }
}
