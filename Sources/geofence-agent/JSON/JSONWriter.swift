import GeofenceCore

/// Writes JSON as bytes: the one place that says how texts are escaped and where commas stand.
///
/// Members of an object come in the order in which they are given; see the functions called `member`.
struct JSONWriter: ~Copyable {
    private var buffer: JSONBuffer
    private var needsComma = false

    private init(_ room: UnsafeMutableRawBufferPointer) { buffer = JSONBuffer(room) }

    /// Writes an object whose members a closure gives.
    ///
    /// `room` is how many bytes most such objects take; what is longer moves to memory of its own.
    static func object(room: Int = 512, _ members: (inout JSONWriter) -> Void) -> [UInt8] {
        written(room: room) { json in
            json.open("{")
            members(&json)
            json.close("}")
        }
    }

    /// A text as a JSON string.
    static func quoted(_ text: String) -> [UInt8] { written { json in json.value(text) } }

    /// What a closure writes.
    static func written(room: Int = 512, _ body: (inout JSONWriter) -> Void) -> [UInt8] {
        withUnsafeTemporaryAllocation(byteCount: room, alignment: 1) { room in
            var writer = JSONWriter(room)
            body(&writer)
            return writer.buffer.bytes
        }
    }

    /// Bytes that a text takes as a JSON string at most.
    static func mostBytes(of text: String) -> Int { 6 * text.utf8.count + 2 }

    /// A key that is known when the program is written; it needs no escapes.
    mutating func name(_ key: StaticString) {
        key.withUTF8Buffer { buffer.add(name: $0, afterComma: needsComma) }
        needsComma = false
    }

    /// A key.
    mutating func name(_ key: String) {
        separate()
        value(key)
        buffer.add(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Begins a member or an element: a comma, unless it is the first.
    mutating func separate() {
        if needsComma { buffer.add(UInt8(ascii: ",")) }
        needsComma = true
    }

    /// Begins an object or a list.
    mutating func open(_ bracket: Unicode.Scalar) {
        buffer.add(UInt8(ascii: bracket))
        needsComma = false
    }

    /// Ends an object or a list.
    mutating func close(_ bracket: Unicode.Scalar) {
        buffer.add(UInt8(ascii: bracket))
        needsComma = true
    }

    /// What is JSON already.
    mutating func raw(_ json: String) {
        var json = json
        json.withUTF8 { raw(UnsafeRawBufferPointer($0)) }
    }

    /// What is JSON already.
    mutating func raw(_ json: [UInt8]) { json.withUnsafeBytes { raw($0) } }

    /// What is JSON already.
    mutating func raw(_ json: UnsafeRawBufferPointer) {
        buffer.add(json)
        needsComma = true
    }

    /// A text in quotation marks.
    mutating func value(_ value: String) {
        var value = value
        value.withUTF8 { value in
            if Self.arePlain(value) { buffer.add(quoted: value) } else { add(escaped: value) }
        }
        needsComma = true
    }

    private mutating func add(escaped value: UnsafeBufferPointer<UInt8>) {
        buffer.add(UInt8(ascii: "\""))
        for byte in value { escape(byte) }
        buffer.add(UInt8(ascii: "\""))
    }

    /// A moment in ISO 8601, UTC, with milliseconds.
    mutating func value(_ time: Timestamp) {
        buffer.add(UInt8(ascii: "\""))
        withUnsafeBytes(of: time.iso8601Bytes) { buffer.add($0) }
        buffer.add(UInt8(ascii: "\""))
        needsComma = true
    }

    /// Whether each byte stands for itself, eight at a time.
    ///
    /// Source: S. E. Anderson, Bit Twiddling Hacks: a word that has a byte less than n, or a zero.
    private static func arePlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let (ones, tops): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
        func hasZero(_ word: UInt64) -> UInt64 { (word &- ones) & ~word }
        let bytes = UnsafeRawBufferPointer(text)
        func arePlain(at place: Int) -> Bool {
            let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
            let control = (word &- 0x20 &* ones) & ~word
            let others =
                hasZero(word ^ 0x7F &* ones) | hasZero(word ^ 0x22 &* ones) | hasZero(word ^ 0x5C &* ones)
            return (control | others) & tops == 0
        }
        guard bytes.count >= 8 else { return bytes.allSatisfy(isPlain) }
        var at = 0
        while at + 8 <= bytes.count {
            guard arePlain(at: at) else { return false }
            at += 8
        }
        // The last eight, of which some have been looked at.
        return at == bytes.count || arePlain(at: bytes.count - 8)
    }

    /// Whether a byte stands for itself.
    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"):
            buffer.add(UInt8(ascii: "\\"))
            buffer.add(byte)
        case 0..<0x20, 0x7F:
            for byte in "\\u00".utf8 { buffer.add(byte) }
            buffer.add(Self.digit(byte >> 4))
            buffer.add(Self.digit(byte & 15))
        default: buffer.add(byte)
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
