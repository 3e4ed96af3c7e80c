import Foundation
import GRDB
import GeofenceCore
import MQTT

extension Store {
    /// Keeps a batch and the states that all journals up to it led to, and forgets those journals.
    func commit(_ batch: Batch, _ checkpoint: Checkpoint, time: Int64) throws(StoreFailure) {
        try transaction { db in
            try write(batch, time, db)
            // Of a device that is forgotten, what has left goes with it; what waits still leaves.
            try statements.foldOutbox()
            for id in checkpoint.forgotten { try forget(id, db) }
            try write(checkpoint.devices, 0..<checkpoint.devices.count, db)
            try writeRest(of: checkpoint, db)
            // One in parts has left what it overwrote, be it ended with this or given up.
            try db.execute(sql: "DELETE FROM journal; DELETE FROM undo")
        }
    }

    func write(_ devices: PackedRows<Identifier>, _ range: Range<Int>, _ db: Database) throws {
        var keep = try RowStatement(db, sql: "INSERT OR REPLACE INTO device (id, state) VALUES (?, ?)")
        for index in range {
            let device = devices[index]
            try keep.put(device.key)
            try keep.put(device.bytes)
            try keep.run()
        }
    }

    /// Writes what a checkpoint has besides devices.
    func writeRest(of checkpoint: Checkpoint, _ db: Database) throws {
        try write(checkpoint.fences, checkpoint.emptySlots, db)
        try write(checkpoint.runtimeFences, db)
        for entry in checkpoint.setup {
            try db.execute(
                sql: "INSERT OR REPLACE INTO setup (name, value) VALUES (?, ?)",
                arguments: [entry.name, Data(entry.value)]
            )
        }
    }

    private func write(_ fences: PackedRows<Int32>, _ emptySlots: [Int32], _ db: Database) throws {
        var keep = try RowStatement(db, sql: "INSERT OR REPLACE INTO fences (slot, bytes) VALUES (?, ?)")
        for fence in fences {
            try keep.put(Int64(fence.key))
            try keep.put(fence.bytes)
            try keep.run()
        }
        var drop = try RowStatement(db, sql: "DELETE FROM fences WHERE slot = ?")
        for slot in emptySlots {
            try drop.put(Int64(slot))
            try drop.run()
        }
    }

    private func write(_ fences: [(id: [UInt8], bytes: [UInt8]?)], _ db: Database) throws {
        let sql = "INSERT OR REPLACE INTO runtime_fences (id, bytes) VALUES (?, ?)"
        var keep = try RowStatement(db, sql: sql)
        var drop = try RowStatement(db, sql: "DELETE FROM runtime_fences WHERE id = ?")
        for fence in fences {
            if let bytes = fence.bytes {
                try keep.put(fence.id)
                try keep.put(bytes)
                try keep.run()
            } else {
                try drop.put(fence.id)
                try drop.run()
            }
        }
    }

    /// Erases what is kept of a device, but for its past: that has no name from here on, and `erase` takes it
    /// out bit by bit.
    private func forget(_ id: [UInt8], _ db: Database) throws {
        try db.execute(sql: "DELETE FROM device WHERE id = ?", arguments: [Data(id)])
        try db.execute(sql: "UPDATE tracked SET id = NULL WHERE id = ?", arguments: [Data(id)])
        historyKeys.removeAll()
        let name = String(decoding: id, as: UTF8.self)
        try db.execute(
            sql:
                "DELETE FROM dead WHERE instr('/' || topic || '/', '/' || ? || '/') > 0 OR instr(payload, ?) > 0",
            arguments: [name, Data(JSONWriter.quoted(name))]
        )
    }
}
