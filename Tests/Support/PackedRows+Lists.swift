@testable import geofence_agent

extension PackedBytes {
    /// Puts arrays behind each other.
    init(_ arrays: some Sequence<[UInt8]>) {
        self = []
        for bytes in arrays { append(bytes) }
    }

    /// An array for each.
    var arrays: [[UInt8]] {
        get { map { Array($0) } }
        set { self = PackedBytes(newValue) }
    }
}

extension PackedRows {
    /// Puts rows behind each other.
    init(_ rows: some Sequence<(Key, [UInt8])>) {
        self = []
        for (key, bytes) in rows { append(key, bytes) }
    }

    /// A pair for each.
    var list: [(key: Key, bytes: [UInt8])] {
        get { map { ($0.key, Array($0.bytes)) } }
        set { self = PackedRows(newValue.map { ($0.key, $0.bytes) }) }
    }
}
