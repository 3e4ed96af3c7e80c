/// FNV-1a of 32 bits, by which NATS' `partition` finds the partition of a topic: over the bytes of the levels
/// that it names, one after the other.
struct PartitionHash {
    private(set) var value: UInt32 = 0x811C_9DC5

    /// Adds bytes behind those before.
    mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { value = (value ^ UInt32(byte)) &* 0x0100_0193 }
    }

    /// Which of so many partitions it is.
    func partition(of count: Int) -> Int { Int(value % UInt32(truncatingIfNeeded: count)) }
}
