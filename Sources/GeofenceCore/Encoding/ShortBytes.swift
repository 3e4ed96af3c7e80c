/// A few bytes that are put together where no memory has to be asked for, and then added to a `ByteWriter` at
/// once.
///
/// What is written with each message goes this way: a list of bytes asks with each of them whether it is
/// shared and has room.
struct ShortBytes: ByteSink {
    /// Bytes that there is room for; more are a fault of the program.
    static let capacity = 224

    private var bytes = InlineArray<224, UInt8>(repeating: 0)
    private(set) var count = 0

    mutating func byte(_ value: UInt8) {
        bytes[count] = value
        count += 1
    }

    /// Writes a whole number from 0 up: seven bits a byte, lowest first.
    mutating func count(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            byte(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        byte(UInt8(truncatingIfNeeded: rest))
    }

    /// Writes a number, bit for bit.
    mutating func double(_ value: Double) {
        precondition(count + 8 <= Self.capacity)
        withUnsafeMutableBytes(of: &bytes) {
            $0.storeBytes(of: value.bitPattern.littleEndian, toByteOffset: count, as: UInt64.self)
        }
        count += 8
    }

    /// Writes bytes as they are.
    mutating func add(_ values: UnsafeRawBufferPointer) {
        precondition(count + values.count <= Self.capacity)
        withUnsafeMutableBytes(of: &bytes) {
            UnsafeMutableRawBufferPointer(rebasing: $0[count...]).copyMemory(from: values)
        }
        count += values.count
    }

    /// Reads all of them; mutating, since they would be copied to be read otherwise.
    mutating func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        withUnsafeBytes(of: &bytes) { body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }
}

extension ByteWriter {
    /// Writes bytes that were put together before.
    mutating func add(_ short: inout ShortBytes) {
        short.withBytes { add($0) }
    }
}
