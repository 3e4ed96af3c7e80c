import GeofenceCore

/// Many short runs of bytes, one behind the other in few pieces of memory: an array for each of a hundred
/// thousand would cost more time than what is in them.
struct PackedBytes: RandomAccessCollection, ExpressibleByArrayLiteral, Equatable {
    /// Where one is.
    private struct Place {
        var piece, start, end: Int32
    }

    private var places: [Place] = []
    private var pieces: [[UInt8]] = []
    /// The piece that is being written.
    private var writer = ByteWriter()

    /// Bytes from which on a piece is full.
    private static let pieceSize = 1 << 20

    init(arrayLiteral elements: [UInt8]...) {
        for bytes in elements { append(bytes) }
    }

    mutating func append(_ bytes: [UInt8]) { append { $0.append(bytes) } }

    /// Adds what `write` writes.
    mutating func append(_ write: (inout ByteWriter) throws -> Void) rethrows {
        if writer.bytes.count >= Self.pieceSize {
            pieces.append(writer.bytes)
            writer = ByteWriter()
        }
        let start = writer.bytes.count
        try write(&writer)
        let end = writer.bytes.count
        places.append(Place(piece: Int32(pieces.count), start: Int32(start), end: Int32(end)))
    }

    var startIndex: Int { 0 }
    var endIndex: Int { places.count }

    subscript(index: Int) -> ArraySlice<UInt8> {
        let place = places[index]
        let bytes = place.piece < pieces.count ? pieces[Int(place.piece)] : writer.bytes
        return bytes[Int(place.start)..<Int(place.end)]
    }

    /// Gives each in order, and forgets them: the memory of a piece goes as soon as it is gone through.
    mutating func drain<Failure>(_ body: (ArraySlice<UInt8>) throws(Failure) -> Void) throws(Failure) {
        defer { self = [] }
        var piece = 0
        for index in places.indices {
            while piece < places[index].piece {
                pieces[piece] = []
                piece += 1
            }
            try body(self[index])
        }
    }

    static func == (a: PackedBytes, b: PackedBytes) -> Bool { a.elementsEqual(b) }
}
