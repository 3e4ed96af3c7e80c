import GeofenceCore
import MQTT

/// By what the answer to a request is known, whichever of two agents gives it: where it goes, and the
/// transaction that it repeats.
///
/// Of requests that have neither correlation data nor a transaction there may be several alike: they are
/// counted.
struct AnswerMark: Hashable {
    /// A hash, as sixteen hexadecimal digits.
    let text: String

    private init(
        _ topic: String,
        _ correlation: [UInt8],
        _ properties: UserProperties,
        _ transaction: [UInt8]?
    ) {
        var rest: [UInt8] = correlation
        rest.append(0)
        rest += properties.bytes
        rest.append(0)
        rest += transaction ?? []
        let hash = Array(topic.utf8).withUnsafeBytes { topic in
            rest.withUnsafeBytes { Redelivery.Mark(packet: 1, topic: topic, payload: $0).hash }
        }
        let digits = String(hash, radix: 16)
        text = String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// Of what a request will have.
    init(_ reply: ReplyAddress, request payload: [UInt8]) {
        let transaction = Request.transaction(in: payload)
        self.init(reply.topic, reply.correlation, reply.userProperties, transaction)
    }

    /// Of an answer; nil where a row is none.
    init?(_ row: OutboxRow) {
        guard let correlation = row.correlation else { return nil }
        self.init(row.topic, correlation, row.userProperties, Request.transaction(in: row.payload))
    }
}

extension AnswerMark {
    /// Reads what one of two agents has published of it; nil where that is none.
    init?(stored text: String) {
        guard text.utf8.count == 16 else { return nil }
        self.text = text
    }
}
