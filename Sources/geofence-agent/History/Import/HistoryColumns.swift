/// Where in a table of visits, or of mixed rows, the values stand.
struct HistoryColumns {
    let device, type, date, accuracy, departure, positions: Int?
    let latitude, longitude, arrival: Int

    /// Takes a header; nil where it names no arrival, or no place.
    init?(_ header: CSVRow) {
        let titles = header.cells.indices.map { CSVTitle(header[$0]).name }
        func find(_ names: String...) -> Int? { titles.firstIndex { names.contains($0) } }
        guard let latitude = find("latitude", "lat"), let longitude = find("longitude", "lng", "lon"),
            let arrival = find("arrival", "arrivaldate")
        else { return nil }
        (self.latitude, self.longitude, self.arrival) = (latitude, longitude, arrival)
        device = find("device")
        type = find("type")
        date = find("date", "time")
        accuracy = find("accuracy")
        departure = find("departure", "departuredate")
        positions = find("positions")
    }
}
