/// What callbacks of one connection leave for the loop: appended in the callback, read and cleared by the
/// loop.
///
/// Owned by its `Connection`, which hands it to the library as context; both live on one thread.
package final class Inbox {
    /// A message; its bytes are in `bytes`, so that none has to be kept alive for itself.
    package struct Message {
        /// Where in `bytes` its parts are, one behind the other: where the first begins, and where each ends.
        ///
        /// In four bytes each, since whoever goes through the messages copies each of them.
        @usableFromInline let start, topicEnd, payloadEnd, responseTopicEnd, correlationEnd, end: Int32
        /// The payload's length on the wire, in bytes.
        package let length: Int
        /// Packet id; 0 at QoS 0.
        package let packet: UInt16
        /// Whether the broker sent it because of a subscription, from what it keeps.
        package let isRetained: Bool
        /// Whether it came on a topic of requests.
        package let isRequest: Bool
        /// Whether a request has more user properties than are kept: then none is.
        package let hasTooManyProperties: Bool

        /// Where in `bytes` the topic is.
        @inlinable package var topic: Range<Int> { Int(start)..<Int(topicEnd) }
        /// Where in `bytes` the payload is; empty where it was too long to keep.
        @inlinable package var payload: Range<Int> { Int(topicEnd)..<Int(payloadEnd) }
        /// Where in `bytes` the topic is on which MQTT 5 asks for an answer; empty where it doesn't.
        @inlinable package var responseTopic: Range<Int> { Int(payloadEnd)..<Int(responseTopicEnd) }
        /// Where in `bytes` the correlation data is that the answer is to carry.
        @inlinable package var correlation: Range<Int> { Int(responseTopicEnd)..<Int(correlationEnd) }
        /// Where in `bytes` the user properties of a request are, as `UserProperties` has them.
        @inlinable package var userProperties: Range<Int> { Int(correlationEnd)..<Int(end) }
    }

    /// A certificate that OpenSSL doesn't accept.
    struct CertificateError {
        /// `X509_V_ERR_…` of OpenSSL.
        let number: Int32
        /// OpenSSL's words for it.
        let text: String
    }

    /// An answer to a PUBLISH or SUBSCRIBE of ours.
    package struct Acknowledgement {
        package let packet: Int32
        /// MQTT 5 reason; 128 and above are refusals, 16 (nobody listens) is none.
        package let reason: Int32
    }

    /// What the broker said to CONNECT.
    package struct ConnAck {
        /// 0 is welcome; others are refusals.
        package let reason: Int32
        /// The broker has kept our subscriptions and what came for them.
        package let hasSession: Bool
        /// What the broker says that it takes away (MQTT 5).
        package var limits = BrokerLimits()
    }

    /// Payloads above this are not kept: 64 KiB, as far as any position goes.
    static let largestPayload = 65_536
    /// The same for an agent on topics that begin with `requests`: whole collections of fences come there.
    package static let largestRequest = 1 << 20

    /// How topics of requests begin, or of answers for who asks; empty where there are none.
    let requests: [UInt8]
    /// Payloads above this are not kept on these topics.
    let largest: Int

    init(requests: [UInt8] = [], upTo largest: Int = largestRequest) {
        self.requests = requests
        self.largest = largest
    }

    /// What has come, in one place: the library's callback then asks once for it, and not for each part.
    private var received = Received()

    private struct Received {
        /// Memory that is asked for ahead: a list that grows by each part asks more of each.
        var bytes: [UInt8] = []
        /// How many of them are in use.
        var byteCount = 0
        var messages: [Message] = []
        var hasRequest = false

        /// Keeps a part; gives where it ends.
        mutating func keep(_ part: UnsafeRawBufferPointer?) -> Int32 {
            guard let part, !part.isEmpty else { return Int32(byteCount) }
            let range = byteCount..<byteCount + part.count
            if range.upperBound > bytes.count { grow(to: range.upperBound) }
            bytes.withUnsafeMutableBytes {
                UnsafeMutableRawBufferPointer(rebasing: $0[range]).copyMemory(from: part)
            }
            byteCount = range.upperBound
            return Int32(byteCount)
        }

        /// Keeps a message that has nothing but a topic and a payload.
        mutating func keep(
            topic: UnsafeRawBufferPointer,
            payload: UnsafeRawBufferPointer,
            packet: UInt16,
            isRetained: Bool
        ) {
            let (start, topicEnd) = (byteCount, byteCount + topic.count)
            let end = topicEnd + payload.count
            if end > bytes.count { grow(to: end) }
            bytes.withUnsafeMutableBytes { room in
                UnsafeMutableRawBufferPointer(rebasing: room[start..<topicEnd]).copyMemory(from: topic)
                UnsafeMutableRawBufferPointer(rebasing: room[topicEnd..<end]).copyMemory(from: payload)
            }
            byteCount = end
            messages.append(
                Message(
                    start: Int32(start),
                    topicEnd: Int32(topicEnd),
                    payloadEnd: Int32(end),
                    responseTopicEnd: Int32(end),
                    correlationEnd: Int32(end),
                    end: Int32(end),
                    length: payload.count,
                    packet: packet,
                    isRetained: isRetained,
                    isRequest: false,
                    hasTooManyProperties: false
                )
            )
        }

        mutating func keep(_ properties: UserProperties?) -> Int32 {
            guard let properties, !properties.isEmpty else { return Int32(byteCount) }
            return properties.bytes.withUnsafeBytes { keep($0) }
        }

        @inline(never)
        private mutating func grow(to count: Int) {
            bytes += repeatElement(0, count: max(count, bytes.count, 4096))
        }
    }

    /// The bytes that messages point to, and memory behind them.
    package var bytes: [UInt8] { received.bytes }
    /// How many bytes messages point to.
    var byteCount: Int { received.byteCount }
    package var messages: [Message] { received.messages }
    /// Which messages are not even kept, by their topics; nil where all are.
    package var skips: ((_ topic: UnsafeRawBufferPointer) -> Bool)?
    /// Whether the next one that the library hands over is one of these, which has been looked at already.
    var skipsNext = false
    /// How many have come that were not kept, since messages were last cleared.
    package private(set) var skippedCount = 0
    /// How many have come, kept or not.
    package var messageCount: Int { received.messages.count + skippedCount }
    /// Whether one that was not kept is to be acknowledged.
    package private(set) var hasSkippedAwaited = false
    /// Whether the last message is to be acknowledged.
    package private(set) var isLastAwaited = false
    /// Whether any message is to be acknowledged, kept or not.
    package var hasAwaited: Bool { hasSkippedAwaited || received.messages.contains { $0.packet != 0 } }
    /// Whether the kernel is to acknowledge at once what has come: the last message has no PUBACK that would
    /// carry that, or the broker's answers alone have come.
    package var wantsSegmentsAcknowledged: Bool {
        messageCount > 0
            ? !isLastAwaited : !acknowledgements.isEmpty || !subscriptionAnswers.isEmpty
    }
    /// Whether a message is a request.
    ///
    /// What it asks for may take long, so that nothing more is read before what it brings about is kept and
    /// acknowledged. What the library has read with it is behind it.
    package var hasRequest: Bool { received.hasRequest }
    package var acknowledgements: [Acknowledgement] = []
    package var connAck: ConnAck?
    /// Answers to SUBSCRIBEs: the QoS that is granted, or a refusal.
    package var subscriptionAnswers: [Acknowledgement] = []
    /// Why the broker has ended the connection, where it said so.
    var disconnectReason: ReasonCode?
    /// What the library has said to its log about errors: with TLS the only word about what is wrong.
    package var libraryErrors: [String] = []
    /// Why the broker's certificate is not accepted.
    var mistrust: CertificateError?

    /// Forgets the messages and keeps the memory, unless it has grown beyond what is common.
    package func clearMessages() {
        received.messages.removeAll(keepingCapacity: true)
        received.hasRequest = false
        received.byteCount = 0
        (skippedCount, hasSkippedAwaited) = (0, false)
        if received.bytes.count > 1 << 22 { received.bytes = [] }
    }

    /// Whether a message is not to be kept; it is counted then, and acknowledged in its turn as all are.
    func shouldSkip(_ topic: UnsafeRawBufferPointer, packet: UInt16) -> Bool {
        guard skipsNext || isSkipped(topic) else { return false }
        skipsNext = false
        noteSkipped(packet: packet)
        return true
    }

    /// Whether a message on a topic is not to be kept.
    func isSkipped(_ topic: UnsafeRawBufferPointer) -> Bool { skips?(topic) ?? false }

    /// A message has come that is not kept.
    func noteSkipped(packet: UInt16) {
        skippedCount += 1
        isLastAwaited = packet != 0
        hasSkippedAwaited = hasSkippedAwaited || isLastAwaited
    }

    /// Keeps a message; `userProperties` is nil where there are too many.
    func append(
        topic: UnsafeRawBufferPointer,
        payload: UnsafeRawBufferPointer,
        packet: UInt16,
        isRetained: Bool,
        responseTopic: UnsafeRawBufferPointer? = nil,
        correlation: UnsafeRawBufferPointer? = nil,
        userProperties: UserProperties? = UserProperties()
    ) {
        isLastAwaited = packet != 0
        let isRequest = isRequest(topic)
        let limit = isRequest ? largest : Self.largestPayload
        Self.append(
            to: &received,
            topic,
            payload: payload.count <= limit ? payload : nil,
            length: payload.count,
            packet: packet,
            isRetained: isRetained,
            isRequest: isRequest,
            responseTopic,
            correlation,
            userProperties
        )
    }

    /// Keeps a message that is no request and has nothing but a topic and a payload.
    func append(_ message: HeldMessage, payload: UnsafeRawBufferPointer) {
        guard payload.count <= Self.largestPayload else {
            return append(
                topic: message.topic,
                payload: payload,
                packet: message.packet,
                isRetained: message.isRetained
            )
        }
        isLastAwaited = message.packet != 0
        received.keep(
            topic: message.topic,
            payload: payload,
            packet: message.packet,
            isRetained: message.isRetained
        )
    }

    @inline(__always)
    private static func append(
        to received: inout Received,
        _ topic: UnsafeRawBufferPointer,
        payload: UnsafeRawBufferPointer?,
        length: Int,
        packet: UInt16,
        isRetained: Bool,
        isRequest: Bool,
        _ responseTopic: UnsafeRawBufferPointer?,
        _ correlation: UnsafeRawBufferPointer?,
        _ userProperties: UserProperties?
    ) {
        received.hasRequest = received.hasRequest || isRequest
        let message = Message(
            start: Int32(received.byteCount),
            topicEnd: received.keep(topic),
            payloadEnd: received.keep(payload),
            responseTopicEnd: received.keep(responseTopic),
            correlationEnd: received.keep(correlation),
            end: received.keep(userProperties),
            length: length,
            packet: packet,
            isRetained: isRetained,
            isRequest: isRequest,
            hasTooManyProperties: userProperties == nil
        )
        received.messages.append(message)
    }

    /// Whether a topic is one on which requests come.
    func isRequest(_ topic: UnsafeRawBufferPointer) -> Bool {
        !requests.isEmpty && topic.count > requests.count && topic.starts(with: requests)
    }
}
