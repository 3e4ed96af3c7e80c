import GeofenceCore

/// The answers that one of two agents has given while it leads, as its lease says: the last ones, and how
/// many there were in all.
struct GivenAnswers: Hashable {
    /// Ascending, the newest last.
    var marks: [AnswerMark] = []
    var count: UInt64 = 0

    /// Of how many is said which they are.
    static let most = 100

    /// One more has left.
    mutating func note(_ mark: AnswerMark) {
        if marks.count == Self.most { marks.removeFirst() }
        marks.append(mark)
        count += 1
    }

    /// Those that are new to who knows of so many.
    func marks(behind known: UInt64) -> ArraySlice<AnswerMark> {
        marks.suffix(count > known ? Int(clamping: count - known) : 0)
    }
}

extension GivenAnswers {
    /// Reads what the lease says of them; what is wrong with it counts as nothing.
    init(_ node: JSONNode?) {
        guard let count = node?.number(of: "count"), (0...9e15).contains(count),
            case .array(let list)? = node?.member("last")?.value, list.count <= Self.most
        else { return }
        marks = list.compactMap { $0.text.flatMap(AnswerMark.init(stored:)) }
        self.count = UInt64(count)
    }

    func write(to json: inout JSONWriter) {
        guard count > 0 else { return }
        json.member("answers") { json in
            json.member("count", count)
            json.member("last", marks.map(\.text))
        }
    }
}

/// How many answers of the other of two agents are known.
struct HeardAnswers {
    private var leader = ""
    private var term: UInt64 = 0
    private var count: UInt64 = 0

    /// Those that a lease says and that are new.
    mutating func new(in lease: PairLease) -> ArraySlice<AnswerMark> {
        let isSame = lease.leader == leader && lease.term == term
        let new = lease.answers.marks(behind: isSame ? count : 0)
        (leader, term) = (lease.leader, lease.term)
        count = isSame ? max(count, lease.answers.count) : lease.answers.count
        return new
    }
}
