import GeofenceCore

/// A track in a table with a header: columns of time, place and network, under the names that the payload
/// format `auto` knows.
///
/// A column `device` (or `id`, `imei`, `tid` and the like) names the devices; without one the file does. An
/// empty cell says nothing.
struct CSVTrack: TrackPieceReader {
    /// What its header says.
    private struct Header {
        let columns: CSVColumns
        let dialect: CSVDialect
        /// The file's device, where no column names one.
        let device: Identifier?
    }

    private var header: Header?
    /// The line of the next row.
    private var line = 1
    private var row = CSVRow()

    /// Reads the whole rows of a piece, and says how many bytes these are; nil where there is no use in going
    /// on.
    mutating func read(
        _ piece: UnsafeRawBufferPointer,
        isLast: Bool,
        into intake: inout TrackImporter
    ) -> Int? {
        guard let header else { return begin(piece, isLast: isLast, into: &intake) }
        var reader = CSVReader(piece, separator: header.dialect.separator, line: line)
        return read(&reader, header, end: isLast ? nil : piece.count, &intake)
    }

    private mutating func begin(
        _ piece: UnsafeRawBufferPointer,
        isLast: Bool,
        into intake: inout TrackImporter
    ) -> Int? {
        let dialect = CSVDialect(piece)
        var reader = CSVReader(piece, dialect)
        let isRead = (try? reader.next(&row)) == true
        if !isLast, reader.isCutOff || reader.at >= piece.count { return 0 }
        guard isRead, let columns = CSVColumns(row) else {
            let needs = "a time, and latitude and longitude, or ssid or bssid"
            intake.report("needs a header that names its columns: \(needs)", line: dialect.line)
            return nil
        }
        let device = columns.device == nil ? intake.namedDevice() : nil
        guard columns.device != nil || device != nil else { return nil }
        let header = Header(columns: columns, dialect: dialect, device: device)
        self.header = header
        return read(&reader, header, end: isLast ? nil : piece.count, &intake)
    }

    /// Reads rows, and gives back where the first begins that reaches the end, if there is more behind that.
    private mutating func read(
        _ reader: inout CSVReader,
        _ header: Header,
        end: Int?,
        _ intake: inout TrackImporter
    ) -> Int {
        var isOpen = true
        while isOpen {
            let start = reader.at
            line = reader.line
            do throws(CSVReader.Problem) {
                isOpen = try reader.next(&row)
                if reader.at >= end ?? .max { return start }
                if isOpen { read(row, header, &intake) }
            } catch {
                if end != nil, reader.isCutOff || reader.at >= end ?? .max { return start }
                intake.report(error.reason, line: error.line)
            }
        }
        return reader.at
    }

    /// A row with too few cells or too many is refused: with a decimal comma between commas, say, all numbers
    /// would be wrong.
    private func read(_ row: CSVRow, _ header: Header, _ intake: inout TrackImporter) {
        let columns = header.columns
        let (count, expected) = (row.cells.count, columns.fields.count)
        guard count >= expected, row.cells[expected...].allSatisfy(\.isEmpty) else {
            let cells = count == 1 ? "1 cell" : "\(count) cells"
            return intake.report("has \(cells), and the header has \(expected)", line: row.line)
        }
        do throws(Rejection) {
            let entry = CSVEntry(row, columns, hasDecimalComma: header.dialect.hasDecimalComma)
            let device = try device(row, header)
            let (reading, time) = try entry.reading()
            try intake.add(reading, device: device, at: time, line: row.line)
        } catch {
            intake.report(error.trackAdvice, line: row.line)
        }
    }

    private func device(_ row: CSVRow, _ header: Header) throws(Rejection) -> Identifier {
        if let device = header.device { return device }
        guard let column = header.columns.device else { throw .id }
        do { return try Identifier(String(decoding: row[column], as: UTF8.self)) } catch { throw .id }
    }
}
