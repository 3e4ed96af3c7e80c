/// Writes values as bytes for the store: compact, the same for the same values, read back by `ByteReader`.
public struct ByteWriter {
    /// What has been written.
    public private(set) var bytes: [UInt8] = []

    /// Nothing written yet.
    public init() {}

    /// Nothing written yet, with room for so many bytes.
    public init(room: Int) { bytes.reserveCapacity(room) }

    /// Forgets what was written and keeps the memory.
    public mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    /// Writes one byte.
    public mutating func byte(_ value: UInt8) { bytes.append(value) }

    /// Writes a yes or a no.
    public mutating func flag(_ value: Bool) { byte(value ? 1 : 0) }

    /// Writes a whole number from 0 up: seven bits a byte, lowest first.
    public mutating func count(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    /// Writes a whole number; those near 0 are short, negative ones too.
    public mutating func integer(_ value: Int64) {
        count(UInt64(bitPattern: (value << 1) ^ (value >> 63)))
    }

    /// Writes a byte and behind it `count` whole numbers, 8 at most, as `byte` and `integer` do one by one.
    public mutating func record(_ head: UInt8, _ integers: InlineArray<8, Int64>, count: Int) {
        short { short in
            short.byte(head)
            for index in 0..<count { short.integer(integers[index]) }
        }
    }

    /// Writes a number, bit for bit.
    public mutating func double(_ value: Double) {
        withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// Writes bytes as they are.
    public mutating func add(_ values: UnsafeRawBufferPointer) { bytes.append(contentsOf: values) }

    /// Adds what another writer has written.
    public mutating func append(_ written: [UInt8]) { bytes.append(contentsOf: written) }

    /// Writes bytes as they are.
    public mutating func append(_ written: ArraySlice<UInt8>) { bytes.append(contentsOf: written) }

    /// Writes bytes with their number before them.
    public mutating func blob(_ value: some Collection<UInt8>) {
        count(UInt64(value.count))
        bytes.append(contentsOf: value)
    }

    /// Writes a text.
    public mutating func text(_ value: String) {
        var value = value
        value.withUTF8 { text in
            count(UInt64(text.count))
            bytes.append(contentsOf: text)
        }
    }

    /// Writes whether there is a value, and the value.
    @inlinable
    public mutating func optional<Value>(_ value: Value?, _ write: (inout ByteWriter, Value) -> Void) {
        flag(value != nil)
        if let value { write(&self, value) }
    }

    /// Writes how many values there are, and each.
    @inlinable
    public mutating func list<Values: Collection>(
        _ values: Values,
        _ write: (inout ByteWriter, Values.Element) -> Void
    ) {
        count(UInt64(values.count))
        for value in values { write(&self, value) }
    }

    /// Writes a moment.
    public mutating func timestamp(_ value: Timestamp) { integer(value.milliseconds) }

    /// Writes a few bytes at once.
    @inline(__always)
    mutating func short(_ write: (inout ShortBytes) -> Void) {
        bytes.append(addingCapacity: ShortBytes.capacity) { room in
            room.withUnsafeMutableBufferPointer { memory, count in
                guard let start = memory.baseAddress else { return }
                var short = ShortBytes(start + count)
                write(&short)
                count += short.count
            }
        }
    }
}
