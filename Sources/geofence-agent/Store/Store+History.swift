import Foundation
import GRDB
import GeofenceCore

/// The tables of the past: rows lie by device and time, so that a stretch of one device is read and erased in
/// one go. Positions lie otherwise, see `PositionTable`.
extension Store {
    static func makeHistory(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE tracked (key INTEGER PRIMARY KEY, id BLOB UNIQUE);
                CREATE TABLE network (
                    device INTEGER NOT NULL, time INTEGER NOT NULL, ssid TEXT, bssid TEXT,
                    PRIMARY KEY (device, time)) WITHOUT ROWID;
                CREATE TABLE event (
                    device INTEGER NOT NULL, time INTEGER NOT NULL, id TEXT NOT NULL, payload BLOB NOT NULL,
                    PRIMARY KEY (device, time, id)) WITHOUT ROWID;
                CREATE TABLE visit (
                    device INTEGER NOT NULL, time INTEGER NOT NULL, departure INTEGER, latitude INTEGER NOT NULL,
                    longitude INTEGER NOT NULL, accuracy INTEGER, positions INTEGER NOT NULL,
                    PRIMARY KEY (device, time)) WITHOUT ROWID;
                """
        )
    }

    /// Lets the file give back its free pages, where it doesn't yet.
    static func makeShrinkable(_ db: Database) throws {
        guard try Int.fetchOne(db, sql: "PRAGMA auto_vacuum") == 0 else { return }
        try db.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL; VACUUM")
    }

    /// Adds rows, as a commit does, and says how many were not there yet; of new visits the agent is to learn
    /// zones.
    func add(_ history: HistoryBatch) throws(StoreFailure) -> HistoryCount {
        try transaction { db in
            let count = try write(history, db)
            if count.visits > 0 { try note(Set(history.visits.map(\.device)), db) }
            return count
        }
    }

    /// Adds rows of a store that was damaged: their visits are known already.
    func takeOver(_ history: HistoryBatch) throws(StoreFailure) -> HistoryCount {
        try transaction { db in try write(history, db) }
    }

    /// Notes devices for the agent's next start.
    private func note(_ devices: Set<Identifier>, _ db: Database) throws {
        let sql = "SELECT value FROM setup WHERE name = ?"
        let known = try Data.fetchOne(db, sql: sql, arguments: [Agent.StoreKey.past]).map { [UInt8]($0) }
        let all = devices.map(\.description).sorted() + Agent.texts(in: known)
        try db.execute(
            sql: "INSERT OR REPLACE INTO setup (name, value) VALUES (?, ?)",
            arguments: [Agent.StoreKey.past, Data(Agent.bytes(of: Array(Set(all)).sorted()))]
        )
    }

    /// The visits of a device that have ended, by arrival.
    func visits(of device: Identifier) throws(StoreFailure) -> [Visit] {
        try withoutTransaction { db in
            let sql = """
                SELECT \(HistoryVisit.columns) FROM visit
                WHERE device = (SELECT key FROM tracked WHERE id = ?) ORDER BY time
                """
            let rows = try Row.fetchCursor(db, sql: sql, arguments: [Data(device.description.utf8)])
            var visits: [Visit] = []
            while let row = try rows.next() {
                if let visit = Visit(try HistoryVisit(row, of: device)) { visits.append(visit) }
            }
            return visits
        }
    }

    /// The devices that have visits, ascending by id.
    func devicesWithVisits() throws(StoreFailure) -> [Identifier] {
        try withoutTransaction { db in
            let sql =
                "SELECT id FROM tracked WHERE id IS NOT NULL AND EXISTS (SELECT 1 FROM visit WHERE device = key) ORDER BY id"
            return try Data.fetchAll(db, sql: sql).compactMap {
                try? Identifier(String(decoding: $0, as: UTF8.self))
            }
        }
    }

    /// Adds rows; what is there already stays, but for visits, of which the new one counts.
    @discardableResult
    func write(_ history: HistoryBatch, _ db: Database) throws -> HistoryCount {
        var count = HistoryCount()
        if !history.positions.isEmpty {
            var table = try PositionTable(db)
            for (device, rows) in history.positions {
                count.positions += try table.add(rows, of: try historyKey(device, db))
            }
        }
        if !history.networks.isEmpty { count.networks = try write(history.networks, db) }
        if !history.events.isEmpty { count.events = try write(history.events, db) }
        if !history.fences.isEmpty { try write(history.fences, db) }
        if !history.visits.isEmpty { count.visits = try write(history.visits, db) }
        return count
    }

    private func write(_ events: [HistoryEvent], _ db: Database) throws -> Int {
        try write(events, "INSERT OR IGNORE INTO event VALUES (?, ?, ?, ?)", db) { insert, event in
            try insert.put(try historyKey(event.device, db))
            try insert.put(event.time)
            try insert.put(event.id)
            try insert.put(event.payload)
        }
    }

    private func write(_ visits: [HistoryVisit], _ db: Database) throws -> Int {
        try write(visits, Self.replaceVisit, db) { insert, visit in
            try insert.put(try historyKey(visit.device, db))
            try insert.put(visit.arrival)
            try insert.put(visit.departure)
            try insert.put(visit.latitude)
            try insert.put(visit.longitude)
            try insert.put(visit.accuracy)
            try insert.put(Int64(visit.positions))
        }
    }

    /// Leaves a visit alone that is there as it is, so that it doesn't count as a change.
    private static let replaceVisit = """
        INSERT INTO visit VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (device, time) DO UPDATE
            SET (departure, latitude, longitude, accuracy, positions)
                = (excluded.departure, excluded.latitude, excluded.longitude, excluded.accuracy, excluded.positions)
            WHERE (departure, latitude, longitude, accuracy, positions)
                IS NOT (excluded.departure, excluded.latitude, excluded.longitude, excluded.accuracy, excluded.positions)
        """

    private func write(
        _ networks: [(device: Identifier, rows: [HistoryNetwork])],
        _ db: Database
    ) throws -> Int {
        var new = 0
        for (device, rows) in networks {
            let key = try historyKey(device, db)
            new += try write(rows, "INSERT OR IGNORE INTO network VALUES (?, ?, ?, ?)", db) { insert, row in
                try insert.put(key)
                try insert.put(row.time)
                try insert.put(row.ssid)
                try insert.put(row.bssid)
            }
        }
        return new
    }

    /// Runs a statement for each row, whose values `put` binds; gives how many rows of the table are other
    /// than before.
    private func write<Row>(
        _ rows: [Row],
        _ sql: String,
        _ db: Database,
        _ put: (inout RowStatement, Row) throws -> Void
    ) throws -> Int {
        var statement = try RowStatement(db, sql: sql)
        var count = 0
        for row in rows {
            try put(&statement, row)
            try statement.run()
            count += db.changesCount
        }
        return count
    }

    /// Whether anything is kept of a device's past.
    func hasPast(of device: Identifier) throws(StoreFailure) -> Bool {
        try withoutTransaction { db in
            let find = try db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM tracked WHERE id = ?)")
            return try Bool.fetchOne(find, arguments: [Data(device.description.utf8)]) == true
        }
    }

    /// The number of a device in these tables; a new one gets the next.
    private func historyKey(_ device: Identifier, _ db: Database) throws -> Int64 {
        if let known = historyKeys[device] { return known }
        let id = Data(device.description.utf8)
        try db.cachedStatement(sql: "INSERT OR IGNORE INTO tracked (id) VALUES (?)").execute(arguments: [id])
        let find = try db.cachedStatement(sql: "SELECT key FROM tracked WHERE id = ?")
        guard let key = try Int64.fetchOne(find, arguments: [id]) else {
            throw StoreFailure.damaged(path: path, reason: "a device of the history has no key")
        }
        historyKeys[device] = key
        return key
    }
}
