/// Bytes that never show in a log, an error or a dump.
struct Secret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The bytes, for the one place that sends them.
    let bytes: [UInt8]

    /// Takes the bytes without the line ends after them, which editors and `echo` add.
    init(_ bytes: some Sequence<UInt8>) {
        var bytes = Array(bytes)
        while let last = bytes.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") {
            bytes.removeLast()
        }
        self.bytes = bytes
    }

    /// Takes all of the bytes.
    init(padded bytes: [UInt8]) {
        self.bytes = bytes
    }

    var description: String { "(secret)" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: []) }
}
