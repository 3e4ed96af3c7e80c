extension TextPosition {
    /// The place of the first byte that is no UTF-8; nil where all are.
    init?(ofInvalidUTF8In bytes: [UInt8]) {
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: bytes.span)
            return nil
        } catch {
            self.init()
            for byte in bytes[..<error.byteOffsets.lowerBound] { advance(over: byte) }
        }
    }
}
