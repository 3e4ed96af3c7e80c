import GeofenceCore

/// Positions of one device that follow each other, as one row of the store keeps them.
///
/// SQLite takes some thousand instructions for a row, and 20 bytes beside what is in it. Within a run a
/// position is kept as the difference from the one before it, mostly in 5 to 9 bytes.
///
/// The bytes begin with how many there are and with the last one, so that others are added without reading
/// all; who reads all finds out whether that is where they lead.
struct PositionRun {
    /// Positions of a run, at most.
    static let most = 128
    /// Bytes of them, before the last one.
    ///
    /// SQLite keeps a row of 1,002 bytes in one piece on its page, also where a table has no rowid. What is
    /// more lies on pages of its own, which are mostly empty, and are not wiped when they go.
    private static let mostBytes = 880

    /// Room for what stands before the positions: `ByteWriter.record` asks for 224 bytes, whatever it writes.
    private static let headRoom = 256

    /// The time of the first position, in milliseconds since 1970: the row's key, and not in the bytes.
    let time: Int64
    private(set) var count = 0
    private var coder: PositionCoder
    private var writer = ByteWriter()

    /// The time of the last position.
    var end: Int64 { coder.last.time }
    /// Whether there is no room for more.
    var isFull: Bool { count >= Self.most || writer.bytes.count >= Self.mostBytes }

    /// What the store keeps.
    var bytes: [UInt8] {
        var all = ByteWriter(room: writer.bytes.count + Self.headRoom)
        all.count(UInt64(count))
        coder.write(to: &all, since: time)
        all.append(writer.bytes)
        return all.bytes
    }

    /// Begins a run with its first position.
    init(_ first: HistoryPosition) {
        time = first.time
        coder = PositionCoder(at: first.time)
        append(first)
    }

    /// Takes a run up again that the store has kept.
    ///
    /// - Throws: where the bytes don't begin as those of a run do.
    init(_ bytes: [UInt8], at time: Int64) throws(DamagedBytes) {
        self.time = time
        var reader = ByteReader(bytes)
        let count = try reader.count()
        coder = try PositionCoder(from: &reader, since: time)
        // Each takes three bytes at least.
        guard count > 0, count <= UInt64(reader.rest.count), coder.last.time >= time else {
            throw reader.damaged
        }
        self.count = Int(count)
        writer.append(reader.rest)
    }

    /// Adds a position that is later than all others.
    mutating func append(_ position: HistoryPosition) {
        coder.write(position, to: &writer)
        count += 1
    }

    /// The positions of a run, by time.
    ///
    /// - Throws: where the bytes are not those of a run.
    static func positions(_ bytes: [UInt8], at time: Int64) throws(DamagedBytes) -> [HistoryPosition] {
        try PositionRun(bytes, at: time).positions()
    }

    /// The positions, by time.
    ///
    /// - Throws: where one is not later than the one before it, or they lead to another than the last.
    func positions() throws(DamagedBytes) -> [HistoryPosition] {
        var reader = ByteReader(writer.bytes)
        var read = PositionCoder(at: time)
        var positions: [HistoryPosition] = []
        positions.reserveCapacity(count)
        for index in 0..<count {
            let before = read.last.time
            let position = try read.read(from: &reader)
            guard index == 0 ? position.time == before : position.time > before else { throw reader.damaged }
            positions.append(position)
        }
        guard reader.isAtEnd, read == coder else { throw reader.damaged }
        return positions
    }

    /// Puts positions, in order of time and none of one moment, into runs: full ones, of which the last has
    /// room, or as many that share evenly and so have all some room.
    static func runs(of positions: [HistoryPosition], evenly: Bool) -> [PositionRun] {
        let full = runs(of: positions, atMost: most)
        guard evenly, full.count > 1 else { return full }
        return runs(of: positions, atMost: (positions.count + full.count - 1) / full.count)
    }

    private static func runs(of positions: [HistoryPosition], atMost most: Int) -> [PositionRun] {
        guard let first = positions.first else { return [] }
        var runs: [PositionRun] = []
        var run = PositionRun(first)
        for position in positions.dropFirst() {
            if run.count < most, !run.isFull {
                run.append(position)
            } else {
                runs.append(run)
                run = PositionRun(position)
            }
        }
        return runs + [run]
    }
}
