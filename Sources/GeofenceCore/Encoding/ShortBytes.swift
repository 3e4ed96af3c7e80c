/// A few bytes at the end of a `ByteWriter`, for which room is asked once.
///
/// What is written with each message goes this way: a list of bytes asks with each of them whether it is
/// shared and has room.
struct ShortBytes: ByteSink, ~Copyable {
    /// Bytes that there is room for; more are a fault of the program.
    static let capacity = 224

    private let bytes: UnsafeMutableRawPointer
    private(set) var count = 0

    /// On memory of `capacity` bytes.
    init(_ bytes: UnsafeMutableRawPointer) { self.bytes = bytes }

    @inline(__always)
    private mutating func add<Value: BitwiseCopyable>(_ value: Value) {
        precondition(count + MemoryLayout<Value>.size <= Self.capacity)
        bytes.storeBytes(of: value, toByteOffset: count, as: Value.self)
        count += MemoryLayout<Value>.size
    }

    mutating func byte(_ value: UInt8) { add(value) }

    /// Writes a whole number from 0 up: seven bits a byte, lowest first.
    mutating func count(_ value: UInt64) {
        precondition(count + Self.longestCount <= Self.capacity)
        var (rest, end) = (value, count)
        while rest >= 0x80 {
            bytes.storeBytes(of: UInt8(truncatingIfNeeded: rest) | 0x80, toByteOffset: end, as: UInt8.self)
            (rest, end) = (rest >> 7, end &+ 1)
        }
        bytes.storeBytes(of: UInt8(truncatingIfNeeded: rest), toByteOffset: end, as: UInt8.self)
        count = end &+ 1
    }

    /// Bytes that a whole number takes at most.
    private static let longestCount = 10

    /// Writes a number, bit for bit.
    mutating func double(_ value: Double) { add(value.bitPattern.littleEndian) }

    /// Writes bytes as they are.
    mutating func add(_ values: UnsafeRawBufferPointer) {
        precondition(values.count <= Self.capacity - count)
        guard let first = values.baseAddress else { return }
        bytes.advanced(by: count).copyMemory(from: first, byteCount: values.count)
        count += values.count
    }
}
