/// FNV-1a with 64 bits: a hash that is the same on every machine and in every run, so that it may be stored
/// and published.
///
/// It distinguishes values and protects against nobody.
///
/// Source: Fowler, Noll, Vo; offset basis and prime from draft-eastlake-fnv, section 5.
@frozen
public struct FNV1a: Hashable, Sendable {
    /// The hash of what has been added.
    public var value: UInt64

    /// Begins with nothing, or goes on from an earlier hash.
    @inlinable
    public init(after earlier: UInt64 = 0xcbf2_9ce4_8422_2325) {
        value = earlier
    }

    /// Begins with bytes.
    @inlinable
    public init(_ bytes: some Sequence<UInt8>) {
        self.init()
        add(bytes)
    }

    /// Adds one byte; or, for a hash of its own, more than one at a time.
    @inlinable
    @inline(__always)
    public mutating func add(_ word: UInt64) {
        value = (value ^ word) &* 0x100_0000_01b3
    }

    /// Adds bytes in their order.
    @inlinable
    @inline(__always)
    public mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { add(UInt64(byte)) }
    }
}
