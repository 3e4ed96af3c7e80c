import GRDB
import GeofenceCore

extension HistoryVisit {
    /// The columns of the table of visits that a visit is read from.
    static let columns = "time, departure, latitude, longitude, accuracy, positions"

    /// Takes a visit of a device from these columns, the first of a row.
    init(_ row: Row, of device: Identifier) {
        self.init(
            device: device,
            arrival: row[0],
            departure: row[1],
            latitude: row[2],
            longitude: row[3],
            accuracy: row[4],
            positions: row[5]
        )
    }
}
