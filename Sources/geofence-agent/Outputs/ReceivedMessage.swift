import GeofenceCore

/// A message of the broker's, where it lies.
struct ReceivedMessage {
    let topic: UnsafeRawBufferPointer
    /// What was kept of it; less than `length` bytes where it was too long.
    let payload: UnsafeRawBufferPointer
    let length: Int
    /// The packet's number; 0 at QoS 0.
    let packet: UInt16
    let isRetained: Bool
    let arrival: Timestamp

    /// - Throws: `.size` where the payload was too long to be kept.
    func whole() throws(Rejection) -> UnsafeRawBufferPointer {
        guard length == payload.count else { throw .size }
        return payload
    }
}
