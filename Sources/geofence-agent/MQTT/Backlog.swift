/// Messages that were read and have yet to be handled: whole packets, one behind the other.
struct Backlog {
    private var bytes: [UInt8] = []
    /// Where the first of them begins.
    private var start = 0
    /// Whether so many have come that the first are to go before others come.
    private var isFull = false

    /// Bytes of them at most: more than the sockets of both sides hold.
    static let most = 16 << 20

    var isEmpty: Bool { start == bytes.count }
    /// Whether another may come.
    var hasRoom: Bool { !isFull }

    /// Adds a packet behind the others.
    mutating func append(_ packet: UnsafeRawBufferPointer) {
        bytes += packet
        isFull = isFull || bytes.count - start >= Self.most
    }

    /// Gives the first to `keep`, and drops it where that has kept it; says whether it has.
    mutating func withFirst(
        _ version: MQTTProtocol,
        _ keep: (HeldMessage) throws(MQTTFailure) -> Bool
    ) throws(MQTTFailure) -> Bool {
        let kept = bytes.withUnsafeBytes { bytes in
            Result { () throws(MQTTFailure) in
                let message = HeldMessage(UnsafeRawBufferPointer(rebasing: bytes[start...]), version)
                guard let message, try keep(message) else { return 0 }
                return message.size
            }
        }
        let size = try kept.get()
        drop(size)
        return size > 0
    }

    private mutating func drop(_ size: Int) {
        start += size
        let left = bytes.count - start
        if left <= Self.most / 2 { isFull = false }
        // So that each byte is moved once in all.
        guard start > left else { return }
        bytes = left == 0 ? [] : Array(bytes[start...])
        start = 0
    }
}
