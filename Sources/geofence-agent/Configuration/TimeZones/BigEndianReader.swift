/// Reads numbers of which the highest byte comes first.
struct BigEndianReader {
    /// What has not been read.
    private(set) var rest: ArraySlice<UInt8>

    /// Reads from the beginning of some bytes.
    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// So many bytes; nil, and nothing is read, where there are fewer.
    mutating func read(_ count: Int) -> ArraySlice<UInt8>? {
        guard count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    /// Leaves out so many bytes, if they are there.
    mutating func skip(_ count: Int) -> Bool { read(count) != nil }

    /// A number in two's complement of up to eight bytes.
    mutating func integer(bytes count: Int) -> Int64? {
        guard let bytes = read(count), let first = bytes.first else { return nil }
        return bytes.dropFirst().reduce(Int64(Int8(bitPattern: first))) { $0 << 8 | Int64($1) }
    }
}
