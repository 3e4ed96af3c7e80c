import GRDB
import GeofenceCore

extension HistoryVisit {
    /// The columns of the table of visits that a visit is read from.
    static let columns = "time, departure, latitude, longitude, accuracy, positions"

    /// Reads a visit of a device from these columns, the first of a row.
    ///
    /// - Throws: where a value is not of its kind, which the agent doesn't write.
    init(_ row: Row, of device: Identifier) throws {
        self.init(
            device: device,
            arrival: try row.decode(atIndex: 0),
            departure: try row.decode(atIndex: 1),
            latitude: try row.decode(atIndex: 2),
            longitude: try row.decode(atIndex: 3),
            accuracy: try row.decode(atIndex: 4),
            positions: try row.decode(atIndex: 5)
        )
    }
}
