import GeofenceCore

/// The rows of devices that a checkpoint writes, one behind the other in few pieces of memory: an array for
/// each of a hundred thousand states would cost more time than the states.
struct DeviceRows {
    private struct Row {
        var piece: Int
        var start: Int
        var middle: Int
        var end: Int
    }

    private var rows: [Row] = []
    private var pieces: [[UInt8]] = []
    /// The piece that is being written.
    private var writer = ByteWriter()

    /// Bytes from which on a piece is full.
    private static let pieceSize = 1 << 20

    init(_ rows: [(id: [UInt8], state: [UInt8])] = []) {
        for row in rows { append(row.id) { $0.append(row.state) } }
    }

    var count: Int { rows.count }

    /// Adds the row of a device with what `write` writes of it.
    mutating func append(_ id: some Sequence<UInt8>, _ write: (inout ByteWriter) -> Void) {
        if writer.bytes.count >= Self.pieceSize {
            pieces.append(writer.bytes)
            writer = ByteWriter()
        }
        let start = writer.bytes.count
        writer.append(id)
        let middle = writer.bytes.count
        write(&writer)
        rows.append(Row(piece: pieces.count, start: start, middle: middle, end: writer.bytes.count))
    }

    /// Gives the id of each, and what is to be kept of it.
    func forEach(_ body: (_ id: ArraySlice<UInt8>, _ state: ArraySlice<UInt8>) throws -> Void) rethrows {
        for row in rows {
            let bytes = row.piece < pieces.count ? pieces[row.piece] : writer.bytes
            try body(bytes[row.start..<row.middle], bytes[row.middle..<row.end])
        }
    }
}
