import GeofenceCore

/// Members of the object that is being written.
extension JSONWriter {
    /// A text, escaped as JSON asks.
    mutating func member(_ key: StaticString, _ text: String) {
        name(key)
        value(text)
    }

    /// A whole number.
    mutating func member(_ key: StaticString, _ number: some BinaryInteger) {
        name(key)
        value(number)
    }

    /// A number in its shortest form, `null` where it is none.
    mutating func member(_ key: StaticString, _ number: Double) {
        name(key)
        value(number)
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
        name(key)
        value(time)
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

    /// An object under a key that is not known when the program is written.
    mutating func member(named key: String, _ members: (inout JSONWriter) -> Void) {
        name(key)
        open("{")
        members(&self)
        close("}")
    }

    /// A value that is JSON already, under a key that is not known when the program is written.
    mutating func member(named key: String, json: [UInt8]) {
        name(key)
        raw(json)
    }

    /// A whole number under a key that is not known when the program is written.
    mutating func member(named key: String, _ number: some BinaryInteger) {
        name(key)
        value(number)
    }

    /// A text under a key that is not known when the program is written.
    mutating func member(named key: String, _ text: String) {
        name(key)
        value(text)
    }
}
