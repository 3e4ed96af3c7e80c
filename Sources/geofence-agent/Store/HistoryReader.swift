import Foundation
import GRDB
import GeofenceCore

/// Reads the past out of a store, also while its agent runs; it changes nothing.
///
/// It reads a page at a time: SQLite's log can't be emptied while somebody reads, and would grow. What is
/// written meanwhile is seen or not.
final class HistoryReader {
    /// Why there is nothing to read.
    enum Failure: Error, Hashable, CustomStringConvertible {
        /// There is no such file, or it has no history.
        case none(path: String)
        /// Another program has the file for itself.
        case locked(path: String)
        /// The disk, or the file's contents.
        case unreadable(path: String, reason: String)

        var description: String {
            switch self {
            case .none(let path): "\(path): holds no history; \"history\": {} in the configuration keeps one"
            case .locked(let path):
                "\(path): another program uses this store, and shares it with nobody; end that, and try again"
            case .unreadable(let path, let reason): "\(path): can't be read: \(reason)"
            }
        }
    }

    private let path: String
    private let queue: DatabaseQueue

    init(path: String) throws(Failure) {
        self.path = path
        guard FileContents.exists(path) else { throw .none(path: path) }
        var configuration = GRDB.Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(2)
        do {
            queue = try DatabaseQueue(path: path, configuration: configuration)
            guard let version = try queue.read(StoreVersion.init), version.layout > 0 else {
                throw Failure.none(path: path)
            }
            guard !version.isLater, !version.isEarlier else {
                let reason = "written by \(version), which this \(StoreVersion.current) doesn't read"
                throw Failure.unreadable(path: path, reason: reason)
            }
        } catch {
            throw Self.failure(error, path)
        }
    }

    private static func failure(_ error: any Error, _ path: String) -> Failure {
        if let error = error as? Failure { return error }
        if error is RowDecodingError || error is DamagedBytes {
            return .unreadable(path: path, reason: "a value is not of its kind")
        }
        guard let error = error as? DatabaseError else { return .unreadable(path: path, reason: "\(error)") }
        switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED: return .locked(path: path)
        default: return .unreadable(path: path, reason: error.message ?? "\(error.resultCode)")
        }
    }

    func rows(_ sql: String, _ arguments: StatementArguments) throws(Failure) -> [Row] {
        try read { db in try Row.fetchAll(db, sql: sql, arguments: arguments) }
    }

    /// Reads what is there at one moment.
    func read<Value>(_ body: (Database) throws -> Value) throws(Failure) -> Value {
        do {
            return try queue.read(body)
        } catch {
            throw Self.failure(error, path)
        }
    }

    /// Makes of a row what it holds.
    func decode<Value>(_ row: Row, _ body: (Row) throws -> Value) throws(Failure) -> Value {
        do {
            return try body(row)
        } catch {
            throw Self.failure(error, path)
        }
    }

    /// The devices of which something is kept, ascending by id.
    func devices() throws(Failure) -> [HistoryDevice] {
        try rows("SELECT key, id FROM tracked WHERE id IS NOT NULL ORDER BY id", []).compactMap { row in
            guard let id = try? Identifier(String(decoding: row[1] as Data, as: UTF8.self)) else {
                return nil
            }
            return HistoryDevice(key: row[0], id: id)
        }
    }

    /// A device by its id; nil where nothing is kept of it.
    func device(_ id: Identifier) throws(Failure) -> HistoryDevice? {
        let name = Data(id.description.utf8)
        let found = try rows("SELECT key FROM tracked WHERE id = ?", [name]).first
        return found.map { HistoryDevice(key: $0[0], id: id) }
    }

    /// Goes through the networks of a device in order.
    func networks(
        of device: HistoryDevice,
        in range: HistoryRange,
        stretch: Stretch = Stretch(),
        atMost most: Int = .max,
        _ body: (HistoryNetwork) -> Void
    ) throws(Failure) {
        try pages("network", "time, ssid, bssid", device, range, "time", stretch, most) { row in
            body(
                HistoryNetwork(
                    time: try row.decode(atIndex: 0),
                    ssid: try row.decode(atIndex: 1),
                    bssid: try row.decode(atIndex: 2)
                )
            )
        }
    }

    /// Goes through the events of a device in order.
    func events(
        of device: HistoryDevice,
        in range: HistoryRange,
        stretch: Stretch = Stretch(),
        atMost most: Int = .max,
        _ body: (HistoryEvent) -> Void
    ) throws(Failure) {
        try pages("event", "time, id, payload", device, range, "id", stretch, most) { row in
            let payload = [UInt8](try row.decode(Data.self, atIndex: 2))
            let (time, id) = (try row.decode(Int64.self, atIndex: 0), try row.decode(String.self, atIndex: 1))
            body(HistoryEvent(device: device.id, time: time, id: id, payload: payload))
        }
    }

    /// When an event was, and its own id: by these it is found.
    struct EventMark {
        let time: Int64
        let id: String
    }

    /// Goes through the events of a device before a moment, the last one first.
    func eventMarks(
        of device: HistoryDevice,
        before moment: Timestamp,
        stretch: Stretch = Stretch(),
        _ body: (EventMark) throws(Failure) -> Void
    ) throws(Failure) {
        let sql = """
            SELECT time, id FROM event WHERE device = ? AND (time, id) < (?, ?)
            ORDER BY time DESC, id DESC LIMIT ?
            """
        var end = EventMark(time: moment.milliseconds, id: "")
        repeat {
            let found = try rows(sql, [device.key, end.time, end.id, stretch.page])
            for row in found {
                end = try decode(row) { row in
                    EventMark(time: try row.decode(atIndex: 0), id: try row.decode(atIndex: 1))
                }
                try body(end)
            }
            guard found.count == stretch.page else { return }
        } while stretch.goesOn()
    }

    /// An event of a device; nil where it is kept no more.
    func event(of device: HistoryDevice, _ mark: EventMark) throws(Failure) -> HistoryEvent? {
        let sql = "SELECT payload FROM event WHERE device = ? AND time = ? AND id = ?"
        guard let row = try rows(sql, [device.key, mark.time, mark.id]).first,
            let payload = try? row.decode(Data.self, atIndex: 0)
        else { return nil }
        return HistoryEvent(device: device.id, time: mark.time, id: mark.id, payload: [UInt8](payload))
    }

    /// Goes through the visits of a device in order; those count that began in the range.
    func visits(
        of device: HistoryDevice,
        in range: HistoryRange,
        stretch: Stretch = Stretch(),
        atMost most: Int = .max,
        _ body: (HistoryVisit) -> Void
    ) throws(Failure) {
        try pages("visit", HistoryVisit.columns, device, range, "time", stretch, most) { row in
            body(try HistoryVisit(row, of: device.id))
        }
    }

    /// Reads page after page, each from behind the last row of the one before; `order` tells rows of one
    /// moment apart.
    private func pages(
        _ table: String,
        _ columns: String,
        _ device: HistoryDevice,
        _ range: HistoryRange,
        _ order: String,
        _ stretch: Stretch = Stretch(),
        _ most: Int = .max,
        _ body: (Row) throws -> Void
    ) throws(Failure) {
        let sql = """
            SELECT \(columns), \(order) AS mark FROM \(table)
            WHERE device = ? AND time >= ? AND time < ? AND (time > ? OR \(order) > ?)
            ORDER BY time, \(order) LIMIT ?
            """
        var (from, mark) = (range.from.milliseconds, DatabaseValue.null)
        var isFirst = true
        if let after = stretch.after, after.time >= from {
            (from, mark, isFirst) = (after.time, after.id?.databaseValue ?? after.time.databaseValue, false)
        }
        var room = most
        repeat {
            let last = isFirst ? from &- 1 : from
            let page = min(stretch.page, room)
            let found = try rows(sql, [device.key, from, range.to.milliseconds, last, mark, page])
            for row in found { try decode(row, body) }
            guard found.count == page, let end = found.last else { return }
            room -= found.count
            from = end["time"]
            mark = end["mark"]
            isFirst = false
        } while room > 0 && stretch.goesOn()
    }
}

extension HistoryReader {
    /// Where reading begins within a range, and whether it goes on to the next page.
    struct Stretch {
        var after: HistoryMark?
        /// Rows that are read at once; of positions about so many.
        var page = 5000
        var goesOn: () -> Bool = { true }
    }
}

/// A device of which something is kept.
struct HistoryDevice: Hashable, Sendable {
    /// Its number in the store.
    let key: Int64
    let id: Identifier
}
