import GeofenceCore

/// Reads circles from a table with a header.
///
/// Columns: `latitude`, `longitude`, `radius`, `id`, `name` under their usual names, and the keys of a fence
/// in the configuration; others are passed over. A radius is in metres unless its title says `(km)`.
struct CSVFences {
    private let columns: CSVFenceColumns
    private let hasDecimalComma: Bool

    static func read(_ bytes: [UInt8], into intake: inout FeatureImporter) {
        let reading = intake.reading
        bytes.withUnsafeBytes { bytes in
            let dialect = CSVDialect(bytes)
            var reader = CSVReader(bytes, dialect)
            var row = CSVRow()
            guard (try? reader.next(&row)) == true, let columns = CSVFenceColumns(row) else {
                return reading.report(
                    "needs a header that names the columns latitude, longitude and radius, and id or name",
                    position: TextPosition(line: dialect.line, column: 1)
                )
            }
            let fences = CSVFences(columns: columns, hasDecimalComma: dialect.hasDecimalComma)
            fences.read(&reader, &row, &intake)
        }
    }

    private func read(_ reader: inout CSVReader, _ row: inout CSVRow, _ intake: inout FeatureImporter) {
        var isOpen = true
        while isOpen {
            intake.reached?(reader.at)
            do throws(CSVReader.Problem) {
                isOpen = try reader.next(&row)
                if isOpen { intake.add(draft(row, intake)) }
            } catch {
                let position = TextPosition(line: error.line, column: 1)
                var draft = ParsedFeature(at: intake.reading.value(.null, at: position))
                draft.source.report(error.reason)
                draft.place = .refused
                intake.add(draft)
            }
        }
    }

    private func draft(_ row: CSVRow, _ intake: FeatureImporter) -> ParsedFeature {
        let position = TextPosition(line: row.line, column: 1)
        var draft = ParsedFeature(at: intake.reading.value(.null, at: position))
        let (count, expected) = (row.cells.count, columns.count)
        guard count >= expected, row.cells[expected...].allSatisfy(\.isEmpty) else {
            let cells = count == 1 ? "1 cell" : "\(count) cells"
            draft.source.report("has \(cells), and the header has \(expected)")
            draft.place = .refused
            return draft
        }
        func text(_ column: Int?) -> String { column.map { String(decoding: row[$0], as: UTF8.self) } ?? "" }
        draft.id =
            text(columns.id).isEmpty
            ? nil : intake.reading.value(.string(text(columns.id)), at: position, path: "id")
        draft.name = intake.reading.value(.string(text(columns.name)), at: position, path: "name")
        var members = columns.keys.compactMap { column, key in
            text(column).isEmpty ? nil : TextProperty.member(key.rawValue, text(column), at: position)
        }
        for (column, title) in columns.titles.enumerated()
        where intake.options.properties.contains(title) && !FeatureKeys.isOwn(title) && !text(column).isEmpty
        {
            guard !members.contains(where: { $0.key == title }) else { continue }
            members.append(TextProperty.member(title, text(column), at: position))
        }
        draft.properties = intake.reading.value(.object(members), at: position)
        if !intake.options.keys.isEmpty { draft.labels = [labels(row, intake.reading, position)] }
        if let radius = number(row, columns.radius, "radius", draft) {
            draft.radius = intake.reading.value(
                .number(radius * columns.radiusUnit),
                at: position,
                path: "radius"
            )
        }
        let latitude = number(row, columns.latitude, "latitude", draft)
        let longitude = number(row, columns.longitude, "longitude", draft)
        if let latitude, let longitude, columns.radius == nil || draft.radius != nil {
            draft.place = .point(longitude: longitude, latitude: latitude)
        } else {
            draft.place = .refused
        }
        return draft
    }

    /// All columns by their titles; of several with the same title the first.
    private func labels(_ row: CSVRow, _ reading: ConfigurationReading, _ position: TextPosition)
        -> ValueReader
    {
        let members = columns.titles.enumerated().map { column, title in
            let text = String(decoding: row[column], as: UTF8.self)
            return JSONMember(
                key: title,
                position: position,
                node: JSONNode(position: position, value: .string(text))
            )
        }
        return reading.value(.object(members), at: position)
    }

    private func number(_ row: CSVRow, _ column: Int?, _ name: String, _ draft: ParsedFeature) -> Double? {
        guard let column else { return nil }
        if let number = TextProperty.number(row[column], decimalComma: hasDecimalComma) { return number }
        let cell = String(decoding: row[column], as: UTF8.self)
        let value = draft.source.reading.value(.null, at: draft.source.node.position, path: name)
        value.report(cell.isEmpty ? "is missing" : "\"\(cell)\" is no number")
        return nil
    }
}
