import GeofenceCore
import MQTT

/// A question that other agents answer, or hear as well: how it is sent, and what its answer is for who has
/// asked.
struct FleetQuestion {
    /// Milliseconds after which nobody waits for an answer any more.
    private static let patience: Int64 = 100_000

    let question: Question
    /// What is published.
    let request: [UInt8]
    /// The transaction by which the answer is known.
    let mark: [UInt8]
    /// The one that was sent along, in the bytes that it came in.
    private let transaction: [UInt8]?
    /// When it is given up, on the uptime clock.
    let deadline: Int64

    /// Nil where it is no JSON object, which no answer could be known by.
    init?(_ question: Question, number: UInt64, _ uptime: Int64) {
        let payload = question.payload.isEmpty ? Array("{}".utf8) : question.payload
        guard let start = payload.firstIndex(where: { !Self.blanks.contains($0) }),
            payload[start] == UInt8(ascii: "{")
        else { return nil }
        self.question = question
        deadline = uptime + Self.patience
        mark = Array("\"map-\(number)\"".utf8)
        var parser = JSONDocumentParser(payload)
        let place: Range<Int>?
        do throws(JSONSyntaxError) { place = try parser.place(of: Request.transactionKey) } catch {
            return nil
        }
        transaction = place.map { Array(payload[$0]) }
        var request = payload
        if let place { request.replaceSubrange(place, with: mark) }
        var members = question.hidesZones ? "\"\(Request.hidesZonesKey)\":true" : ""
        if place == nil {
            members += members.isEmpty ? "" : ","
            members += "\"\(Request.transactionKey)\":\(String(decoding: mark, as: UTF8.self))"
        }
        let isEmpty = payload[(start + 1)...].first { !Self.blanks.contains($0) } == UInt8(ascii: "}")
        if !members.isEmpty, !isEmpty { members += "," }
        request.insert(contentsOf: members.utf8, at: start + 1)
        self.request = request
    }

    private static let blanks: [UInt8] = [0x20, 0x0A, 0x0D, 0x09]

    /// The transaction of an answer that has one of these.
    static func mark(of answer: [UInt8]) -> [UInt8]? {
        Request.transaction(in: answer).flatMap { $0.starts(with: "\"map-".utf8) ? $0 : nil }
    }

    func isAnswered(by mark: [UInt8]) -> Bool { self.mark == mark }

    /// Hands an answer over, with the transaction that was sent along.
    func finish(_ answer: [UInt8]) {
        // An agent writes it at the end.
        let end = Array(",\"\(Request.transactionKey)\":".utf8) + mark + [UInt8(ascii: "}")]
        guard answer.suffix(end.count).elementsEqual(end) else { return question.answer(answer) }
        let own = transaction.map { Array(",\"\(Request.transactionKey)\":".utf8) + $0 } ?? []
        question.answer(answer.dropLast(end.count) + own + [UInt8(ascii: "}")])
    }

    /// Says that there is no answer, and why.
    func refuse(_ reason: String) {
        question.answer(Answer.refused(RequestProblem(reason), transaction: transaction))
    }
}

extension FleetQuestion {
    /// Whether a question over HTTP is for other agents than this one, or for them as well.
    static func isMeant(_ question: Question, by shard: Shard?, isPair: Bool) -> Bool {
        let kind = RequestKind.all.first { $0.name == question.command }
        guard let kind, shard != nil || isPair && !kind.isReading,
            let request = try? question.payload.withUnsafeBytes({ bytes throws(RequestProblem) in
                try Request(command: question.command, payload: bytes)
            })
        else { return false }
        if isPair, !kind.isReading { return true }
        guard let shard else { return false }
        if let partition = request.partition, (0..<shard.partitions).contains(partition) {
            return !shard.range.contains(partition)
        }
        if let device = request.device { return !shard.owns(device) }
        return RequestKind.ofAllShards.contains(question.command)
    }
}
