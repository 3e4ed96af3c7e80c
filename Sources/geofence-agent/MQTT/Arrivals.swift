/// What callbacks of one connection leave for the loop: appended in the callback, read and cleared by the loop.
///
/// Owned by its `Connection`, which hands it to the library as context; both live on one thread.
final class Arrivals {
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
    }

    /// An answer to a PUBLISH of ours.
    struct Acknowledgement {
        let packet: Int32
        /// MQTT 5 reason; 128 and above are refusals, 16 (nobody listens) is none.
        let reason: Int32
    }

    /// What the broker said to CONNECT.
    struct Greeting {
        /// 0 is welcome; others are refusals.
        let reason: Int32
        /// The broker has kept our subscriptions and what came for them.
        let hasSession: Bool
    }

    /// Payloads above this are not kept: 64 KiB, as far as any position goes.
    static let largestPayload = 65_536

    var bytes: [UInt8] = []
    var messages: [Message] = []
    var acknowledgements: [Acknowledgement] = []
    var greeting: Greeting?
    /// Packet ids of SUBSCRIBEs that the broker has refused.
    var refusedSubscriptions: [Int32] = []

    /// Forgets the messages and keeps the memory, unless it has grown beyond what is common.
    func clearMessages() {
        messages.removeAll(keepingCapacity: true)
        bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 22)
    }

    func append(
        topic: UnsafeRawBufferPointer,
        payload: UnsafeRawBufferPointer,
        packet: UInt16,
        isRetained: Bool
    ) {
        let start = bytes.count
        bytes.append(contentsOf: topic)
        let middle = bytes.count
        if payload.count <= Self.largestPayload { bytes.append(contentsOf: payload) }
        messages.append(
            Message(
                topic: start..<middle,
                payload: middle..<bytes.count,
                length: payload.count,
                packet: packet,
                isRetained: isRetained
            )
        )
    }
}
