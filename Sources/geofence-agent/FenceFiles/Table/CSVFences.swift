import GeofenceCore

/// Reads circles from a table with a header.
///
/// Columns: `latitude`, `longitude`, `radius`, `id`, `name` under their usual names, and the keys of a fence
/// in the configuration; others are passed over. A radius is in metres unless its title says `(km)`.
struct CSVFences {
    private let columns: CSVFenceColumns
    private let hasDecimalComma: Bool

    /// Reads a table, of which one row is in memory at a time.
    ///
    /// - Throws: `FileError` where it can't be read to its end.
    static func read(_ source: PieceSource, into intake: inout FeatureImporter) throws(FileError) {
        var table = TableStream(source)
        var fences: CSVFences?
        var isUsable = true
        while isUsable {
            let isOpen = try table.readPiece { result, dialect in
                guard isUsable else { return }
                if let fences { return fences.add(result, &intake) }
                let columns = (try? result.get()).flatMap(CSVFenceColumns.init)
                isUsable = columns != nil
                fences = columns.map { CSVFences(columns: $0, hasDecimalComma: dialect.hasDecimalComma) }
            }
            guard isOpen else { break }
            intake.reached?(table.bytesRead)
            guard table.bytesRead <= FileContents.longestDocument else {
                throw .tooLarge(limit: FileContents.longestDocument)
            }
        }
        guard fences == nil else { return }
        intake.reading.report(
            "needs a header that names the columns latitude, longitude and radius, and id or name",
            position: TextPosition(line: table.dialect?.line ?? 1, column: 1)
        )
    }

    private func add(_ row: Result<CSVRow, CSVReader.Problem>, _ intake: inout FeatureImporter) {
        switch row {
        case .success(let row): intake.add(draft(row, intake))
        case .failure(let problem):
            let position = TextPosition(line: problem.line, column: 1)
            var draft = ParsedFeature(at: intake.reading.value(.null, at: position))
            draft.source.report(problem.reason)
            draft.place = .refused
            intake.add(draft)
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
        let value = draft.source.reading.value(.null, at: draft.source.node.position, path: .words(name))
        value.report(cell.isEmpty ? "is missing" : "\"\(cell)\" is no number")
        return nil
    }
}
