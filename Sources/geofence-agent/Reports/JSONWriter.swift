import GeofenceCore

/// Writes one JSON object as bytes, members in the order in which they are given.
struct JSONWriter {
    private(set) var bytes: [UInt8] = []
    private var needsComma = false

    /// Writes an object whose members a closure gives.
    static func object(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        writer.open("{")
        members(&writer)
        writer.close("}")
        return writer.bytes
    }

    /// A text, escaped as JSON asks.
    mutating func member(_ key: StaticString, _ text: String) {
        name(key)
        value(text)
    }

    /// A whole number.
    mutating func member(_ key: StaticString, _ number: some BinaryInteger) {
        name(key)
        raw("\(number)")
    }

    /// A number in its shortest form, `null` where it is none.
    mutating func member(_ key: StaticString, _ number: Double) {
        name(key)
        raw(Self.text(number))
    }

    /// Yes or no.
    mutating func member(_ key: StaticString, _ flag: Bool) {
        name(key)
        raw(flag ? "true" : "false")
    }

    /// Seconds, from milliseconds.
    mutating func member(_ key: StaticString, milliseconds: Int64) {
        name(key)
        raw(Seconds.text(milliseconds: milliseconds))
    }

    /// A moment in ISO 8601, UTC, with milliseconds.
    mutating func member(_ key: StaticString, _ time: Timestamp) {
        member(key, time.iso8601)
    }

    /// Texts in order.
    mutating func member(_ key: StaticString, _ texts: some Sequence<String>) {
        name(key)
        open("[")
        for text in texts {
            separate()
            value(text)
        }
        close("]")
    }

    /// An object within.
    mutating func member(_ key: StaticString, _ members: (inout JSONWriter) -> Void) {
        name(key)
        open("{")
        members(&self)
        close("}")
    }

    /// A value that is JSON already.
    mutating func member(_ key: StaticString, json: [UInt8]) {
        name(key)
        raw(json)
    }

    /// A value that is JSON already, under a key that is not known when the program is written.
    mutating func member(named key: String, json: [UInt8]) {
        separate()
        value(key)
        bytes.append(UInt8(ascii: ":"))
        raw(json)
    }

    /// A text as a JSON string.
    static func quoted(_ text: String) -> [UInt8] {
        var writer = JSONWriter()
        writer.value(text)
        return writer.bytes
    }

    /// A member whose key is not known when the program is written.
    mutating func member(named key: String, _ number: some BinaryInteger) {
        separate()
        value(key)
        needsComma = false
        bytes.append(UInt8(ascii: ":"))
        raw("\(number)")
    }

    /// A text whose key is not known when the program is written.
    mutating func member(named key: String, _ text: String) {
        separate()
        value(key)
        bytes.append(UInt8(ascii: ":"))
        value(text)
    }

    private mutating func name(_ key: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        key.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    private mutating func open(_ bracket: Unicode.Scalar) {
        bytes.append(UInt8(ascii: bracket))
        needsComma = false
    }

    private mutating func close(_ bracket: Unicode.Scalar) {
        bytes.append(UInt8(ascii: bracket))
        needsComma = true
    }

    private mutating func raw(_ text: String) { raw(text.utf8) }

    private mutating func raw(_ json: some Sequence<UInt8>) {
        bytes.append(contentsOf: json)
        needsComma = true
    }

    private mutating func value(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 { escape(byte) }
        bytes.append(UInt8(ascii: "\""))
        needsComma = true
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
