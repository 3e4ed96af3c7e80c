/// What callbacks of one connection leave for the loop: appended in the callback, read and cleared by the
/// loop.
///
/// Owned by its `Connection`, which hands it to the library as context; both live on one thread.
final class Inbox {
    /// A message; its bytes are in `bytes`, so that none has to be kept alive for itself.
    struct Message {
        /// Where in `bytes` the topic is.
        let topic: Range<Int>
        /// Where in `bytes` the payload is; empty where it was too long to keep.
        let payload: Range<Int>
        /// The payload's length on the wire, in bytes.
        let length: Int
        /// Packet id; 0 at QoS 0.
        let packet: UInt16
        /// Whether the broker sent it because of a subscription, from what it keeps.
        let isRetained: Bool
        /// Where in `bytes` the topic is on which MQTT 5 asks for an answer; empty where it doesn't.
        let responseTopic: Range<Int>
        /// Where in `bytes` the correlation data is that the answer is to carry.
        let correlation: Range<Int>
    }

    /// A certificate that OpenSSL doesn't accept.
    struct CertificateError {
        /// `X509_V_ERR_…` of OpenSSL.
        let number: Int32
        /// OpenSSL's words for it.
        let text: String
    }

    /// An answer to a PUBLISH or SUBSCRIBE of ours.
    struct Acknowledgement {
        let packet: Int32
        /// MQTT 5 reason; 128 and above are refusals, 16 (nobody listens) is none.
        let reason: Int32
    }

    /// What the broker said to CONNECT.
    struct ConnAck {
        /// 0 is welcome; others are refusals.
        let reason: Int32
        /// The broker has kept our subscriptions and what came for them.
        let hasSession: Bool
        /// What the broker says that it takes away (MQTT 5).
        var limits = BrokerLimits()
    }

    /// Payloads above this are not kept: 64 KiB, as far as any position goes.
    static let largestPayload = 65_536
    /// The same for an agent on topics that begin with `requests`: whole collections of fences come there.
    static let largestRequest = 1 << 20

    /// How topics of requests begin, or of answers for who asks; empty where there are none.
    let requests: [UInt8]
    /// Payloads above this are not kept on these topics.
    let largest: Int

    init(requests: [UInt8] = [], upTo largest: Int = largestRequest) {
        self.requests = requests
        self.largest = largest
    }

    var bytes: [UInt8] = []
    var messages: [Message] = []
    var acknowledgements: [Acknowledgement] = []
    var connAck: ConnAck?
    /// Answers to SUBSCRIBEs: the QoS that is granted, or a refusal.
    var subscriptionAnswers: [Acknowledgement] = []
    /// Why the broker has ended the connection, where it said so.
    var disconnectReason: ReasonCode?
    /// What the library has said to its log about errors: with TLS the only word about what is wrong.
    var libraryErrors: [String] = []
    /// Why the broker's certificate is not accepted.
    var mistrust: CertificateError?

    /// Forgets the messages and keeps the memory, unless it has grown beyond what is common.
    func clearMessages() {
        messages.removeAll(keepingCapacity: true)
        bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 22)
    }

    func append(
        topic: UnsafeRawBufferPointer,
        payload: UnsafeRawBufferPointer,
        packet: UInt16,
        isRetained: Bool,
        responseTopic: UnsafeRawBufferPointer? = nil,
        correlation: UnsafeRawBufferPointer? = nil
    ) {
        let limit = isRequest(topic) ? largest : Self.largestPayload
        messages.append(
            Message(
                topic: keep(topic),
                payload: payload.count <= limit ? keep(payload) : keep(nil),
                length: payload.count,
                packet: packet,
                isRetained: isRetained,
                responseTopic: keep(responseTopic),
                correlation: keep(correlation)
            )
        )
    }

    /// Whether a topic is one on which requests come.
    func isRequest(_ topic: UnsafeRawBufferPointer) -> Bool {
        !requests.isEmpty && topic.count > requests.count && topic.starts(with: requests)
    }

    private func keep(_ part: UnsafeRawBufferPointer?) -> Range<Int> {
        let start = bytes.count
        if let part { bytes.append(contentsOf: part) }
        return start..<bytes.count
    }
}
