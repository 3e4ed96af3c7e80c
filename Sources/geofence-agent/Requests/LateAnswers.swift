/// Those whose requests are answered when a server that the agent asks has answered.
///
/// They are not kept: an agent that ends answers nobody, and a request that waits has changed nothing.
struct LateAnswers {
    /// Most that wait at the same time.
    static let most = 256

    /// Who gets an answer.
    enum Asker: Sendable {
        /// Over MQTT.
        case message(ReplyAddress)
        /// Over HTTP.
        case question(Question)
        case nobody

        /// Whether they ask over HTTP.
        var isQuestion: Bool { if case .question = self { true } else { false } }
    }

    /// Somebody who waits, with what their answer needs.
    struct Waiting: Sendable {
        let asker: Asker
        /// What is given back as it came.
        let transaction: [UInt8]?
        /// Whether the fences that zones have become are left out.
        let hidesZones: Bool

        init(_ asker: Asker, transaction: [UInt8]?, hidesZones: Bool) {
            (self.asker, self.transaction, self.hidesZones) = (asker, transaction, hidesZones)
        }
    }

    private var waiting: [AnswerTicket: Waiting] = [:]
    private var newest: UInt64 = 0

    /// How many wait.
    var count: Int { waiting.count }

    /// Lets somebody wait.
    ///
    /// - Throws: `RequestProblem` where too many do.
    mutating func admit(_ somebody: Waiting) throws(RequestProblem) -> AnswerTicket {
        guard waiting.count < Self.most else {
            throw RequestProblem(
                "\(waiting.count) requests wait for servers; ask again when they have answers"
            )
        }
        newest += 1
        let ticket = AnswerTicket(number: newest)
        waiting[ticket] = somebody
        return ticket
    }

    /// Whether who waits with a ticket may not see the fences that zones have become.
    func hidesZones(from ticket: AnswerTicket) -> Bool { waiting[ticket]?.hidesZones ?? false }

    /// Whether who waits with a ticket has asked over HTTP.
    func isOverHTTP(_ ticket: AnswerTicket) -> Bool { waiting[ticket]?.asker.isQuestion ?? false }

    /// Takes who waits with a ticket; nil where nobody does any more.
    @discardableResult
    mutating func drop(_ ticket: AnswerTicket) -> Waiting? { waiting.removeValue(forKey: ticket) }
}

/// Stands for somebody who waits for an answer.
struct AnswerTicket: Hashable, Sendable {
    let number: UInt64
}
