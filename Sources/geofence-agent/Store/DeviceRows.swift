import GeofenceCore

/// The rows of devices that a checkpoint writes, one behind the other in few pieces of memory: an array for
/// each of a hundred thousand states would cost more time than the states.
struct DeviceRows {
    private struct Row {
        var id: Identifier
        var piece: Int
        var range: Range<Int>
    }

    private var rows: [Row] = []
    private var pieces: [[UInt8]] = []
    /// The piece that is being written.
    private var writer = ByteWriter()

    /// Bytes from which on a piece is full.
    private static let pieceSize = 1 << 20

    /// Rows that are written already.
    init(_ rows: [(id: Identifier, state: [UInt8])] = []) {
        for row in rows { append(row.id) { $0.append(row.state) } }
    }

    /// Adds the row of a device with what `write` writes of it.
    mutating func append(_ id: Identifier, _ write: (inout ByteWriter) -> Void) {
        if writer.bytes.count >= Self.pieceSize {
            pieces.append(writer.bytes)
            writer = ByteWriter()
        }
        let start = writer.bytes.count
        write(&writer)
        rows.append(Row(id: id, piece: pieces.count, range: start..<writer.bytes.count))
    }

    var count: Int { rows.count }

    /// Gives the id of each, or of those from one place to another, and what is to be kept of it.
    func forEach(
        in range: Range<Int>? = nil,
        _ body: (_ id: [UInt8], _ state: ArraySlice<UInt8>) throws -> Void
    ) rethrows {
        for row in rows[range ?? rows.indices] {
            let bytes = row.piece < pieces.count ? pieces[row.piece] : writer.bytes
            try body(Array(row.id.description.utf8), bytes[row.range])
        }
    }
}
