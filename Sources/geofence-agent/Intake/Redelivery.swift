import GeofenceCore

/// Knows messages again that the broker repeats after a broken connection.
///
/// A repeat with a time of its own is a duplicate to the engine. One without would get a new time with every
/// arrival, and could tell of a move that never was. The library doesn't pass on the mark that the broker
/// puts on repeats (DUP); but it repeats first what had no acknowledgement, under the same packet id.
struct Redelivery {
    /// A message's packet id and a hash of its topic and payload.
    struct Mark: Hashable {
        var packet: UInt16
        var hash: UInt64
    }

    /// Marks that are remembered: more than the broker sends without an acknowledgement.
    static let memory = 2048

    private var marks: [Remembered] = []
    /// How many have been remembered in all.
    private(set) var noted = 0
    private var expected: Set<Mark> = []
    private var patience = 0
    /// Devices that have become known since repeats may come, over restarts too.
    private(set) var newcomers: Set<Identifier> = []
    /// Devices that have been forgotten since then: what comes of them now was sent after that.
    private var forgotten: Set<Identifier> = []

    private struct Remembered {
        var mark: Mark
        /// Whether the next start is to know it, too.
        var isKept: Bool
    }

    /// What is remembered over a restart, the oldest first.
    var recent: [Mark] { marks.suffix(Self.memory).lazy.filter(\.isKept).map(\.mark) }

    /// Whether anything is remembered.
    var isEmpty: Bool { marks.isEmpty }

    /// Whether repeats may come now.
    var expectsRepeats: Bool { !expected.isEmpty }

    /// Remembers a message that was handled; until the end of the process alone where what came of it is
    /// kept no longer.
    mutating func note(_ mark: Mark, isKept: Bool = true) {
        marks.append(Remembered(mark: mark, isKept: isKept))
        noted += 1
        if marks.count >= 2 * Self.memory { marks.removeFirst(marks.count - Self.memory) }
    }

    /// Forgets the first messages, as many as `noted` said at some moment.
    ///
    /// To be called once the broker has answered what was sent after their acknowledgements: it has those
    /// too, then, and may use their packet ids for others.
    mutating func settle(upTo number: Int) {
        let count = number - (noted - marks.count)
        if count > 0 { marks.removeFirst(min(count, marks.count)) }
        if marks.isEmpty { newcomers = [] }
    }

    /// A connection has taken up the session of the one before: repeats may come now.
    mutating func connectionResumed() {
        if marks.isEmpty { newcomers = [] }
        forgotten = []
        expected = Set(marks.suffix(Self.memory).lazy.map(\.mark))
        patience = 2 * Self.memory
    }

    /// Whether a device that becomes known now may do so by what was sent before it was forgotten.
    func mayBeNewcomer(_ device: Identifier) -> Bool { !expected.isEmpty && !forgotten.contains(device) }

    /// A device has become known since repeats may come.
    mutating func note(newcomer device: Identifier) { newcomers.insert(device) }

    /// A device is forgotten.
    mutating func drop(_ device: Identifier) {
        newcomers.remove(device)
        wasAskedToForget(device)
    }

    /// Somebody wants a device to be forgotten, whether or not it is known: what comes of it now was sent
    /// after that.
    mutating func wasAskedToForget(_ device: Identifier) {
        if !expected.isEmpty { forgotten.insert(device) }
    }

    /// Whether all that is known of a device has come since repeats may come.
    ///
    /// Where the request to forget it comes again, that is what the broker has sent again from before it: a
    /// position with a stamp is known again by the engine alone, which has forgotten the device.
    func isNewcomer(_ device: Identifier) -> Bool { newcomers.contains(device) }

    /// Whether a message is a repeat; each is one only once.
    mutating func isRepeat(_ mark: Mark) -> Bool {
        guard !expected.isEmpty, mark.packet != 0 else { return false }
        patience -= 1
        guard patience > 0 else {
            expected = []
            return false
        }
        return expected.remove(mark) != nil
    }
}

extension Redelivery.Mark {
    /// Marks a message; at QoS 0, which knows no repeats, it costs nothing.
    ///
    /// The hash is FNV-1a with 64 bits over eight bytes at a time.
    init(packet: UInt16, topic: UnsafeRawBufferPointer, payload: UnsafeRawBufferPointer) {
        self.packet = packet
        hash = 0xcbf2_9ce4_8422_2325
        guard packet != 0 else { return }
        mix(topic)
        mix(payload)
    }

    private mutating func mix(_ bytes: UnsafeRawBufferPointer) {
        var offset = 0
        while offset + 8 <= bytes.count {
            let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            hash = (hash ^ word) &* 0x100_0000_01b3
            hash ^= hash >> 29
            offset += 8
        }
        for byte in bytes[offset...] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }
}
