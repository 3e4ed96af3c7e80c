import MQTT

/// A message that is to reach the broker, kept until it has.
struct OutboxRow: Hashable {
    /// Ascending in the order in which rows leave.
    var number: Int64
    var topic: String
    var payload: [UInt8]
    var isRetained: Bool
    /// When it was added, in milliseconds since 1970.
    var time: Int64
    /// The correlation data of the request that it answers, empty where that had none; nil where it answers
    /// no request.
    var correlation: [UInt8]?
    /// The user properties of the request that it answers.
    var userProperties = UserProperties()

    /// Whether it answers a request: what devices do goes first.
    var isAnswer: Bool { correlation != nil }

    /// Whether the time is one that a clock may have said, some 35,000 years to each side: ages are reckoned
    /// with it.
    var hasPossibleTime: Bool { time.magnitude < 1 << 50 }

    /// Bytes that it counts with: its payload, and of an answer what whoever asked may make long, too.
    var weight: Int {
        payload.count + userProperties.bytes.count
            + (correlation.map { $0.count + topic.utf8.count } ?? 0)
    }
}
