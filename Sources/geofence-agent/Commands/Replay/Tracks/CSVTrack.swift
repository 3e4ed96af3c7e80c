import GeofenceCore

/// A track in a table with a header: columns of time, place and network, under the names that the payload
/// format `auto` knows.
///
/// A column `device` (or `id`, `imei`, `tid` and the like) names the devices; without one the file does. An
/// empty cell says nothing.
struct CSVTrack {
    private let columns: CSVColumns
    private let hasDecimalComma: Bool
    /// The file's device, where no column names one.
    private let device: Identifier?

    /// Reads a file.
    static func read(_ bytes: [UInt8], into intake: inout TrackImporter) {
        bytes.withUnsafeBytes { bytes in
            let dialect = CSVDialect(bytes)
            var reader = CSVReader(bytes, dialect)
            var row = CSVRow()
            guard (try? reader.next(&row)) == true, let columns = CSVColumns(row) else {
                let needs = "a time, and latitude and longitude, or ssid or bssid"
                return intake.report("needs a header that names its columns: \(needs)", line: dialect.line)
            }
            let device = columns.device == nil ? intake.namedDevice() : nil
            guard columns.device != nil || device != nil else { return }
            CSVTrack(columns: columns, hasDecimalComma: dialect.hasDecimalComma, device: device)
                .read(&reader, &row, &intake)
        }
    }

    private func read(_ reader: inout CSVReader, _ row: inout CSVRow, _ intake: inout TrackImporter) {
        var isOpen = true
        while isOpen {
            do throws(CSVReader.Problem) {
                isOpen = try reader.next(&row)
                if isOpen { read(row, &intake) }
            } catch {
                intake.report(error.reason, line: error.line)
            }
        }
    }

    /// A row with too few cells or too many is refused: with a decimal comma between commas, say, all numbers
    /// would be wrong.
    private func read(_ row: CSVRow, _ intake: inout TrackImporter) {
        let (count, expected) = (row.cells.count, columns.fields.count)
        guard count >= expected, row.cells[expected...].allSatisfy(\.isEmpty) else {
            let cells = count == 1 ? "1 cell" : "\(count) cells"
            return intake.report("has \(cells), and the header has \(expected)", line: row.line)
        }
        do throws(Rejection) {
            let entry = CSVEntry(row, columns, hasDecimalComma: hasDecimalComma)
            let device = try device(row)
            let (reading, time) = try entry.reading()
            try intake.add(reading, device: device, at: time, line: row.line)
        } catch {
            intake.report(error.trackAdvice, line: row.line)
        }
    }

    private func device(_ row: CSVRow) throws(Rejection) -> Identifier {
        if let device { return device }
        guard let column = columns.device else { throw .id }
        do { return try Identifier(String(decoding: row[column], as: UTF8.self)) } catch { throw .id }
    }
}
