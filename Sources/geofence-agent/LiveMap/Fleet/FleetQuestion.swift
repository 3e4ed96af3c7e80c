import GeofenceCore
import MQTT

/// A question that other agents answer, or hear as well: how it is sent, and what its answer is for who has
/// asked.
struct FleetQuestion {
    /// Milliseconds within which an answer is of use: somewhat fewer than HTTP waits for one.
    private static let (patience, longPatience): (Int64, Int64) = (4500, 90_000)
    /// How it begins what is said where there is no answer.
    static let nobody = "the other agents"

    let question: Question
    /// Whether it changes nothing.
    let isReading: Bool
    /// What is published.
    let request: [UInt8]
    /// The transaction by which the answer is known.
    let mark: [UInt8]
    /// The transaction of who has asked, in the bytes that it came in.
    private let transaction: [UInt8]?
    /// When it is given up, on the uptime clock.
    let deadline: Int64

    /// Nil where it is no JSON object, which no answer could be known by, or too long with what is added.
    init?(_ question: Question, number: UInt64, _ uptime: Int64) {
        let payload = question.payload.isEmpty ? Array("{}".utf8) : question.payload
        guard let kind = RequestKind.all.first(where: { $0.name == question.command }),
            let request = try? payload.withUnsafeBytes({ bytes throws(RequestProblem) in
                try Request(command: question.command, payload: bytes)
            }), request.firstByte == UInt8(ascii: "{")
        else { return nil }
        let hidesZones = question.hidesZones && question.command != RequestKind.fenceImport
        let mark = Array("\"map-\(number)\"".utf8)
        var members = [(Request.transactionKey, mark)]
        if hidesZones { members.append((Request.hidesZonesKey, Array("true".utf8))) }
        guard let sent = Self.setting(members, in: payload), sent.count <= Inbox.largestRequest else {
            return nil
        }
        (self.question, isReading, self.mark, self.request) = (question, kind.isReading, mark, sent)
        transaction = request.transaction
        deadline = uptime + (kind.mayBeLate && kind.waits(request) ? Self.longPatience : Self.patience)
    }

    /// An object with other values of some keys, whether it has these or not, and else byte for byte.
    private static func setting(_ members: [(key: String, value: [UInt8])], in object: [UInt8]) -> [UInt8]? {
        var object = object
        for (key, value) in members {
            var parser = JSONDocumentParser(object)
            do throws(JSONSyntaxError) {
                if let place = try parser.place(of: key) {
                    object.replaceSubrange(place, with: value)
                    continue
                }
            } catch {
                return nil
            }
            guard let start = object.firstIndex(of: UInt8(ascii: "{")) else { return nil }
            let rest = object[(start + 1)...]
            let isEmpty = rest.first { !blanks.contains($0) } == UInt8(ascii: "}")
            let member = Array("\"\(key)\":".utf8) + value + (isEmpty ? [] : [UInt8(ascii: ",")])
            object.insert(contentsOf: member, at: start + 1)
        }
        return object
    }

    private static let blanks: [UInt8] = [0x20, 0x0A, 0x0D, 0x09]

    /// The transaction of an answer that has one of these.
    static func mark(of answer: [UInt8]) -> [UInt8]? {
        Request.transaction(in: answer).flatMap { $0.starts(with: "\"map-".utf8) ? $0 : nil }
    }

    /// Hands an answer over, with the transaction of who has asked.
    func finish(_ answer: [UInt8]) {
        // An agent writes it at the end.
        let end = Array(",\"\(Request.transactionKey)\":".utf8) + mark + [UInt8(ascii: "}")]
        guard answer.suffix(end.count).elementsEqual(end) else { return question.answer(answer) }
        let own = transaction.map { Array(",\"\(Request.transactionKey)\":".utf8) + $0 } ?? []
        question.answer(answer.dropLast(end.count) + own + [UInt8(ascii: "}")])
    }

    /// Says that there is no answer, and why.
    func refuse(_ reason: String) {
        let problem = RequestProblem("\(Self.nobody) \(reason)")
        question.answer(Answer.refused(problem, transaction: transaction))
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
