import GeofenceCore

/// Rows of a table: what each is of, and its bytes.
struct PackedRows<Key>: RandomAccessCollection, ExpressibleByArrayLiteral {
    private(set) var keys: [Key] = []
    private(set) var values: PackedBytes = []

    init(arrayLiteral rows: (Key, [UInt8])...) {
        for (key, bytes) in rows { append(key, bytes) }
    }

    mutating func append(_ key: Key, _ bytes: [UInt8]) { append(key) { $0.append(bytes) } }

    /// Adds a row with what `write` writes.
    mutating func append(_ key: Key, _ write: (inout ByteWriter) throws -> Void) rethrows {
        try values.append(write)
        keys.append(key)
    }

    /// Gives each in order, and forgets them: see `PackedBytes.drain(_:)`.
    mutating func drain<Failure>(_ body: (Key, ArraySlice<UInt8>) throws(Failure) -> Void) throws(Failure) {
        defer { keys = [] }
        var index = 0
        try values.drain { bytes throws(Failure) in
            try body(keys[index], bytes)
            index += 1
        }
    }

    var startIndex: Int { 0 }
    var endIndex: Int { keys.count }

    subscript(index: Int) -> (key: Key, bytes: ArraySlice<UInt8>) { (keys[index], values[index]) }
}
