import GeofenceCore

/// Reads points of interest from a table with a header; columns under their usual names, others are passed
/// over.
struct CSVPoints {
    private let latitude: Int
    private let longitude: Int
    private let id: Int?
    private let name: Int?
    private let city: Int?
    private let zip: Int?
    private let tags: Int?
    private let types: Int?
    private let hours: Int?
    private let radius: Int?
    private let hasDecimalComma: Bool

    static func read(_ bytes: [UInt8], into intake: inout PointImporter) {
        bytes.withUnsafeBytes { bytes in
            let dialect = CSVDialect(bytes)
            var reader = CSVReader(bytes, dialect)
            var row = CSVRow()
            guard (try? reader.next(&row)) == true,
                let points = CSVPoints(row, dialect, radius: intake.settings.radius)
            else {
                return intake.fail("needs a header that names the columns latitude and longitude")
            }
            points.read(&reader, &row, &intake)
        }
    }

    private init?(_ header: CSVRow, _ dialect: CSVDialect, radius wanted: String?) {
        let titles = header.cells.indices.map { CSVTitle(header[$0]).name }
        func column(_ names: [String]) -> Int? {
            names.lazy.compactMap { titles.firstIndex(of: $0) }.first
        }
        guard let latitude = column(CSVFenceColumns.latitudes),
            let longitude = column(CSVFenceColumns.longitudes)
        else { return nil }
        (self.latitude, self.longitude) = (latitude, longitude)
        (id, name) = (column(PointNames.ids), column(PointNames.names))
        (city, zip) = (column(PointNames.cities), column(PointNames.zips))
        (tags, types, hours) = (column(["tags"]), column(["types", "type"]), column(PointNames.hours))
        radius = wanted.flatMap { column([$0.lowercased()]) }
        hasDecimalComma = dialect.hasDecimalComma
    }

    private func read(_ reader: inout CSVReader, _ row: inout CSVRow, _ intake: inout PointImporter) {
        var isOpen = true
        while isOpen {
            do throws(CSVReader.Problem) {
                isOpen = try reader.next(&row)
                if isOpen { read(row, &intake) }
            } catch {
                intake.count()
                intake.refuse(error.reason, at: TextPosition(line: error.line, column: 1))
            }
        }
    }

    private func read(_ row: CSVRow, _ intake: inout PointImporter) {
        intake.count()
        let position = TextPosition(line: row.line, column: 1)
        func text(_ column: Int?) -> String? {
            guard let column, !row[column].isEmpty else { return nil }
            return String(decoding: row[column], as: UTF8.self)
        }
        guard let latitude = number(row, latitude), let longitude = number(row, longitude) else {
            return intake.refuse("needs numbers in the columns of latitude and longitude", at: position)
        }
        guard let place = intake.place(longitude: longitude, latitude: latitude, at: position) else { return }
        var point = ParsedPoint(place: place)
        point.id = text(id) ?? ""
        (point.name, point.city, point.zip) = (text(name), text(city), text(zip))
        point.tags = text(tags).map(PointProperties.parts) ?? []
        point.types = text(types).map(PointProperties.parts) ?? []
        point.radius = radius.flatMap { column in
            text(column).flatMap {
                intake.radius(number(row, column), written: "\"\($0)\"", at: position)
            }
        }
        point.clocks = text(hours).flatMap { intake.clocks($0, at: position) }
        intake.add(point, at: position)
    }

    private func number(_ row: CSVRow, _ column: Int) -> Double? {
        TextProperty.number(row[column], decimalComma: hasDecimalComma)
    }
}
