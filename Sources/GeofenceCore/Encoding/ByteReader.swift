/// Why bytes from the store can't be read.
public struct DamagedBytes: Error, Hashable, Sendable, CustomStringConvertible {
    /// Where reading failed, in bytes from the beginning.
    public let offset: Int

    /// What is wrong, for a person.
    public var description: String { "stored bytes are damaged at offset \(offset)" }
}

/// Reads what `ByteWriter` wrote; damaged bytes give an error, never a trap.
public struct ByteReader {
    private let bytes: ArraySlice<UInt8>
    private var position: Int

    /// Reads from the beginning of some bytes.
    public init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    /// Reads from the beginning of some bytes.
    public init(_ bytes: [UInt8]) { self.init(bytes[...]) }

    /// Whether all has been read.
    public var isAtEnd: Bool { position == bytes.endIndex }

    /// What has not been read yet.
    public var rest: ArraySlice<UInt8> { bytes[position...] }

    /// Skips the rest where it is these bytes; says whether it was.
    mutating func skipRest(_ written: [UInt8]) -> Bool {
        guard rest.elementsEqual(written) else { return false }
        position = bytes.endIndex
        return true
    }

    /// The error that says that what stands here can't be.
    public var damaged: DamagedBytes { DamagedBytes(offset: position - bytes.startIndex) }

    /// Reads one byte.
    public mutating func byte() throws(DamagedBytes) -> UInt8 {
        guard position < bytes.endIndex else { throw damaged }
        defer { position += 1 }
        return bytes[position]
    }

    /// Reads a yes or a no.
    public mutating func flag() throws(DamagedBytes) -> Bool {
        let value = try byte()
        guard value <= 1 else { throw damaged }
        return value == 1
    }

    /// Reads a whole number from 0 up.
    public mutating func count() throws(DamagedBytes) -> UInt64 {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), through: 63, by: 7) {
            let next = try byte()
            value |= UInt64(next & 0x7F) << shift
            if next & 0x80 == 0 { return value }
        }
        throw damaged
    }

    /// Reads a whole number.
    public mutating func integer() throws(DamagedBytes) -> Int64 {
        let folded = try count()
        return Int64(bitPattern: folded >> 1) ^ -Int64(bitPattern: folded & 1)
    }

    /// Reads a number.
    public mutating func double() throws(DamagedBytes) -> Double {
        var pattern: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 8) { pattern |= UInt64(try byte()) << shift }
        return Double(bitPattern: pattern)
    }

    /// Reads bytes.
    public mutating func blob() throws(DamagedBytes) -> ArraySlice<UInt8> {
        let length = try length()
        defer { position += length }
        return bytes[position..<position + length]
    }

    /// Reads a text.
    public mutating func text() throws(DamagedBytes) -> String {
        guard let text = String(validating: try blob(), as: UTF8.self) else { throw damaged }
        return text
    }

    /// Reads a name.
    public mutating func identifier() throws(DamagedBytes) -> Identifier {
        let text = try text()
        do { return try Identifier(text) } catch { throw damaged }
    }

    /// Reads a value, if there is one.
    @inlinable
    public mutating func optional<Value>(
        _ read: (inout ByteReader) throws(DamagedBytes) -> Value
    ) throws(DamagedBytes) -> Value? {
        try flag() ? try read(&self) : nil
    }

    /// Reads values.
    @inlinable
    public mutating func list<Value>(
        _ read: (inout ByteReader) throws(DamagedBytes) -> Value
    ) throws(DamagedBytes) -> [Value] {
        let count = try length()
        var values: [Value] = []
        for _ in 0..<count { values.append(try read(&self)) }
        return values
    }

    /// Reads a moment.
    public mutating func timestamp() throws(DamagedBytes) -> Timestamp {
        Timestamp(milliseconds: try integer())
    }

    /// A number of things that may follow: no more than there are bytes left.
    @usableFromInline
    mutating func length() throws(DamagedBytes) -> Int {
        let value = try count()
        guard value <= UInt64(bytes.endIndex - position) else { throw damaged }
        return Int(value)
    }
}
