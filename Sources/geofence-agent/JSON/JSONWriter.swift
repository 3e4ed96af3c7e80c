import GeofenceCore

/// Writes JSON as bytes: the one place that says how texts are escaped and where commas stand.
///
/// Members of an object come in the order in which they are given; see the functions called `member`.
struct JSONWriter {
    private(set) var bytes: [UInt8] = []
    private var needsComma = false

    /// Writes an object whose members a closure gives.
    ///
    /// `room` is what most such objects take: a list that grows is copied each time.
    static func object(room: Int = 256, _ members: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        writer.bytes.reserveCapacity(room)
        writer.open("{")
        members(&writer)
        writer.close("}")
        return writer.bytes
    }

    /// A text as a JSON string.
    static func quoted(_ text: String) -> [UInt8] {
        var writer = JSONWriter()
        writer.value(text)
        return writer.bytes
    }

    /// Bytes that a text takes as a JSON string at most.
    static func mostBytes(of text: String) -> Int { 6 * text.utf8.count + 2 }

    /// A key that is known when the program is written; it needs no escapes.
    mutating func name(_ key: StaticString) {
        let needsComma = needsComma
        key.withUTF8Buffer { key in
            // With the comma, the quotation marks and the colon.
            bytes.append(addingCapacity: key.count + 4) { room in
                if needsComma { room.append(UInt8(ascii: ",")) }
                Self.append(quoted: key, to: &room)
                room.append(UInt8(ascii: ":"))
            }
        }
        self.needsComma = false
    }

    /// A key.
    mutating func name(_ key: String) {
        separate()
        value(key)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Begins a member or an element: a comma, unless it is the first.
    mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    /// Begins an object or a list.
    mutating func open(_ bracket: Unicode.Scalar) {
        bytes.append(UInt8(ascii: bracket))
        needsComma = false
    }

    /// Ends an object or a list.
    mutating func close(_ bracket: Unicode.Scalar) {
        bytes.append(UInt8(ascii: bracket))
        needsComma = true
    }

    /// What is JSON already.
    mutating func raw(_ text: String) { raw(text.utf8) }

    /// What is JSON already.
    mutating func raw(_ json: some Sequence<UInt8>) {
        bytes.append(contentsOf: json)
        needsComma = true
    }

    /// A text in quotation marks.
    mutating func value(_ text: String) {
        var text = text
        text.withUTF8 { text in
            if Self.arePlain(text) { append(quoted: text) } else { append(escaped: text) }
        }
        needsComma = true
    }

    private mutating func append(quoted text: UnsafeBufferPointer<UInt8>) {
        bytes.append(addingCapacity: text.count + 2) { room in Self.append(quoted: text, to: &room) }
    }

    /// In quotation marks; there is room for all.
    @inline(__always)
    private static func append(quoted text: UnsafeBufferPointer<UInt8>, to room: inout OutputSpan<UInt8>) {
        room.append(UInt8(ascii: "\""))
        room.withUnsafeMutableBufferPointer { all, count in
            guard let start = all.baseAddress, let first = text.baseAddress else { return }
            (start + count).update(from: first, count: text.count)
            count += text.count
        }
        room.append(UInt8(ascii: "\""))
    }

    private mutating func append(escaped text: UnsafeBufferPointer<UInt8>) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text { escape(byte) }
        bytes.append(UInt8(ascii: "\""))
    }

    /// A moment in ISO 8601, UTC, with milliseconds.
    mutating func value(_ time: Timestamp) {
        bytes.append(UInt8(ascii: "\""))
        time.appendISO8601(to: &bytes)
        bytes.append(UInt8(ascii: "\""))
        needsComma = true
    }

    /// Whether each byte stands for itself, eight at a time.
    ///
    /// Source: S. E. Anderson, Bit Twiddling Hacks: a word that has a byte less than n, or a zero.
    private static func arePlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let (ones, tops): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
        func hasZero(_ word: UInt64) -> UInt64 { (word &- ones) & ~word }
        let bytes = UnsafeRawBufferPointer(text)
        var at = 0
        while at + 8 <= bytes.count {
            let word = bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self)
            let control = (word &- 0x20 &* ones) & ~word
            let others =
                hasZero(word ^ 0x7F &* ones) | hasZero(word ^ 0x22 &* ones) | hasZero(word ^ 0x5C &* ones)
            guard (control | others) & tops == 0 else { return false }
            at += 8
        }
        while at < bytes.count {
            guard isPlain(bytes[at]) else { return false }
            at += 1
        }
        return true
    }

    /// Whether a byte stands for itself.
    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(contentsOf: [UInt8(ascii: "\\"), byte])
        case 0..<0x20, 0x7F:
            bytes.append(contentsOf: "\\u00".utf8)
            bytes.append(contentsOf: [Self.digit(byte >> 4), Self.digit(byte & 15)])
        default: bytes.append(byte)
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
