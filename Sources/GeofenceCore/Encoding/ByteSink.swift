/// What values are written to as bytes: a `ByteWriter`, or the few bytes of a `ShortBytes`.
protocol ByteSink: ~Copyable {
    mutating func byte(_ value: UInt8)
    mutating func count(_ value: UInt64)
    mutating func double(_ value: Double)
}

extension ByteWriter: ByteSink {}

extension ByteSink where Self: ~Copyable {
    /// Writes a whole number; those near 0 are short, negative ones too.
    mutating func integer(_ value: Int64) {
        count(UInt64(bitPattern: (value << 1) ^ (value >> 63)))
    }

    /// Writes whether there is a number, and the number, bit for bit.
    mutating func optional(_ value: Double?) {
        byte(value == nil ? 0 : 1)
        if let value { double(value) }
    }
}
