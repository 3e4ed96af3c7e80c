import GeofenceCore

/// Tables: those of Woosmap's SDK, those that `history` writes, and any that `replay` takes.
extension HistoryImport {
    /// How a table is written.
    private enum Layout {
        /// `id,accuracy,POINT(lon lat),arrival,departure[,…]`, without a header.
        case points
        /// `lat;lng;accuracy;epoch`, without a header.
        case bare
        /// A header with arrival and departure, and maybe a type.
        case titled(HistoryColumns)
        /// Events as `history --format csv` writes them, which leaves out some of what they said.
        case events
        /// Positions under a header.
        case track
    }

    mutating func readTable(_ source: PieceSource, _ file: String) {
        do throws(FileError) {
            var start: [UInt8] = []
            var isOpen = true
            while isOpen, start.count < piece || !start.contains(0x0A), start.count <= TrackStream.longestLine
            {
                isOpen = try source.read(max(piece, start.count), &start)
            }
            let layout = Self.layout(start)
            try readTable(source.preceded(by: start, isOpen: isOpen), layout, file)
        } catch {
            report("\(error)", file)
        }
    }

    private mutating func readTable(
        _ source: PieceSource,
        _ layout: Layout,
        _ file: String
    ) throws(FileError) {
        switch layout {
        case .track: readTrack(source, file)
        case .events:
            report("holds events, which come back as JSON alone: history --events --format json", file)
        case .titled(let columns):
            try forEachRow(source, file, hasHeader: true) { $0.read($1, columns, file) }
        case .points:
            guard let owner = owner(of: file) else { return }
            try forEachRow(source, file) { $0.read(point: $1, owner, file) }
        case .bare:
            guard let owner = owner(of: file) else { return }
            try forEachRow(source, file) { $0.read(bare: $1, owner, file) }
        }
    }

    /// By the first row of what a table begins with.
    private static func layout(_ start: [UInt8]) -> Layout {
        start.withUnsafeBytes { bytes in
            var reader = CSVReader(bytes, CSVDialect(bytes))
            var row = CSVRow()
            return (try? reader.next(&row)) == true ? layout(row) : .track
        }
    }

    private static func layout(_ row: CSVRow) -> Layout {
        if String(decoding: row[2], as: UTF8.self).hasPrefix("POINT") { return .points }
        if row.cells.count == 4, row.cells.indices.allSatisfy({ HistoryCell.number(row[$0]) != nil }) {
            return .bare
        }
        let titles = row.cells.indices.map { String(decoding: row[$0], as: UTF8.self) }
        if titles.joined(separator: ",") == HistoryCSV.header(.events) { return .events }
        return HistoryColumns(row).map(Layout.titled) ?? .track
    }

    private mutating func forEachRow(
        _ source: PieceSource,
        _ file: String,
        hasHeader: Bool = false,
        _ body: (inout HistoryImport, CSVRow) -> Void
    ) throws(FileError) {
        var table = TableStream(source, piece: piece)
        var isHeader = hasHeader
        var isOpen = true
        while isOpen, !isStopped {
            isOpen = try table.readPiece { result, _ in
                switch result {
                case .success(let row): if isHeader { isHeader = false } else { body(&self, row) }
                case .failure(let problem): report(problem.reason, file, line: problem.line)
                }
            }
            reached?(table.bytesRead)
        }
    }

    private mutating func read(point row: CSVRow, _ owner: Identifier, _ file: String) {
        guard row.cells.count >= 5 else {
            return report("has \(row.cells.count) cells, and needs 5", file, line: row.line)
        }
        guard let place = HistoryCell.point(row[2]) else {
            return report("its third cell is no place such as POINT(2.35 48.85)", file, line: row.line)
        }
        addVisit(owner, place, row[1], row[3], row[4], file, row.line)
    }

    private mutating func read(bare row: CSVRow, _ owner: Identifier, _ file: String) {
        let numbers = row.cells.indices.compactMap { HistoryCell.number(row[$0]) }
        guard row.cells.count == 4, numbers.count == 4 else {
            return report("has not the four numbers lat;lng;accuracy;epoch", file, line: row.line)
        }
        let (north, east) = isLongitudeFirst ? (numbers[1], numbers[0]) : (numbers[0], numbers[1])
        guard let place = try? Coordinate(latitude: north, longitude: east) else {
            return report(
                "is no place; where the longitude comes first say --longitude-first",
                file,
                line: row.line
            )
        }
        guard let time = HistoryCell.epoch(numbers[3]) else {
            return report("its fourth number is no time", file, line: row.line)
        }
        guard numbers[2] >= 0 else { return reportAccuracy(file, row.line) }
        guard !refuses(time, file, line: row.line) else { return }
        add(Fix(coordinate: place, accuracy: numbers[2]), owner, at: time)
    }

    /// A row under titles: a visit, a position, or a point of interest, which is passed over.
    private mutating func read(_ row: CSVRow, _ columns: HistoryColumns, _ file: String) {
        let cell = { (column: Int?) in column.map { row[$0] } ?? [] }
        let type = columns.type.map { String(decoding: cell($0), as: UTF8.self).lowercased() } ?? "visit"
        guard type != "poi" else { return passOver() }
        guard type == "visit" || type == "location" else {
            return report("its type is \"\(type)\", not location, POI or visit", file, line: row.line)
        }
        let named = columns.device.flatMap { try? Identifier(String(decoding: cell($0), as: UTF8.self)) }
        guard let owner = columns.device == nil ? owner(of: file) : named else {
            return report("its device can't be part of a topic", file, line: row.line)
        }
        guard let north = HistoryCell.number(cell(columns.latitude)),
            let east = HistoryCell.number(cell(columns.longitude)),
            let place = try? Coordinate(latitude: north, longitude: east)
        else { return report("is no place", file, line: row.line) }
        if type == "visit" {
            addVisit(
                owner,
                place,
                cell(columns.accuracy),
                cell(columns.arrival),
                cell(columns.departure),
                file,
                row.line,
                positions: cell(columns.positions)
            )
        } else {
            guard let time = HistoryCell.moment(cell(columns.date)) else {
                return report("has no date", file, line: row.line)
            }
            guard let metres = HistoryCell.metres(cell(columns.accuracy)) else {
                return reportAccuracy(file, row.line)
            }
            guard !refuses(time, file, line: row.line) else { return }
            add(Fix(coordinate: place, accuracy: metres), owner, at: time)
        }
    }

    private mutating func addVisit(
        _ owner: Identifier,
        _ place: Coordinate,
        _ accuracy: ArraySlice<UInt8>,
        _ arrival: ArraySlice<UInt8>,
        _ departure: ArraySlice<UInt8>,
        _ file: String,
        _ line: Int,
        positions: ArraySlice<UInt8> = []
    ) {
        guard let from = HistoryCell.moment(arrival) else {
            return report("its arrival is no date and time", file, line: line)
        }
        let to = HistoryCell.moment(departure)
        guard to != nil || departure.isEmpty else {
            return report("its departure is no date and time", file, line: line)
        }
        add(
            ParsedVisit(
                device: owner,
                place: place,
                arrival: from,
                departure: to,
                accuracy: HistoryCell.metres(accuracy),
                positions: HistoryCell.count(positions)
            ),
            file,
            line
        )
    }
}
