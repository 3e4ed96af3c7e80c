import GeofenceCore

/// What one of two agents that compute the same has heard of the other, or of itself, by retained topics.
enum PairSign: Hashable {
    /// One leads, and has just said so.
    case beat(PairLease)
    /// One has led, as the broker has kept it.
    case kept(PairLease)
    /// One that led has seen that it was away, and publishes nothing any more.
    case yielded(PairLease)
    /// One has come or gone; what the broker has kept may be old.
    case state(id: String, isOnline: Bool, isKept: Bool)
    /// Nobody leads, as somebody says.
    case pairIsGone
    /// A moment that an agent has published to itself.
    case echo(Timestamp)
}

/// What the one says of two agents that leads.
struct PairLease: Hashable {
    var leader: String
    /// Goes up by one with each take-over.
    var term: UInt64
    /// Milliseconds that its oldest message has waited.
    var waits: Int64 = 0
    /// Whether it leads no more.
    var isOver = false
    /// The answers that it has given.
    var answers = GivenAnswers()

    /// The largest term that is read.
    private static let mostTerms = 9e15

    init(leader: String, term: UInt64, waits: Int64 = 0, isOver: Bool = false) {
        (self.leader, self.term, self.waits, self.isOver) = (leader, term, waits, isOver)
    }

    /// Reads what the other has published.
    ///
    /// - Throws: why that is refused.
    init(_ payload: UnsafeRawBufferPointer) throws(Rejection) {
        guard let text = String(validating: payload, as: UTF8.self),
            let root = try? JSONDocument.parse(text).root
        else { throw .json }
        guard let leader = root.member("leader")?.text, Standby.isID(leader),
            let term = root.number(of: "term"), (0...Self.mostTerms).contains(term)
        else { throw .shape }
        let seconds = root.number(of: "waits") ?? 0
        self.leader = leader
        self.term = UInt64(term)
        waits = (0...1e9).contains(seconds) ? Int64(seconds * 1000) : 0
        isOver = root.member("over")?.value == .bool(true)
        answers = GivenAnswers(root.member("answers"))
    }

    /// As it is published at a moment.
    func payload(at now: Timestamp) -> [UInt8] {
        JSONWriter.object { json in
            json.member("leader", leader)
            json.member("term", term)
            json.member("time", now)
            json.member("waits", milliseconds: waits)
            answers.write(to: &json)
            if isOver { json.member("over", true) }
        }
    }
}
