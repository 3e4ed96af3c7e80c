import Foundation
import GRDB
import GeofenceCore

/// What is left of the past.
extension DamagedStore {
    /// What fences were; nothing where no history was kept.
    func fenceVersions() -> [FenceVersion] {
        guard holds({ db in try db.tableExists("fence_version") }) else { return [] }
        var versions: [FenceVersion] = []
        let table = Table(
            kind: "fence versions",
            name: "fence_version",
            key: ["fence", "time"],
            columns: ["cause", "definition"]
        )
        scan(table) { row in
            versions.append(
                FenceVersion(
                    fence: try Identifier(String(decoding: try Self.bytes(row, 0), as: UTF8.self)),
                    time: try row.decode(atIndex: 1),
                    cause: try row.decode(atIndex: 2),
                    definition: try row.decode(Data?.self, atIndex: 3).map { [UInt8]($0) }
                )
            )
        }
        return versions
    }

    /// The devices that have a name in the tables of the past, by their keys there.
    func trackedDevices() -> [(key: Int64, id: Identifier)] {
        var devices: [(key: Int64, id: Identifier)] = []
        scan(Table(kind: "history", name: "tracked", key: ["key"], columns: ["id"])) { row in
            // A device that was forgotten has no name any more.
            guard let name = try row.decode(Data?.self, atIndex: 1) else { return }
            devices.append(
                (try row.decode(atIndex: 0), try Identifier(String(decoding: name, as: UTF8.self)))
            )
        }
        return devices
    }

    /// What is left of a device's past.
    func past(of device: (key: Int64, id: Identifier)) -> HistoryBatch {
        HistoryBatch(
            positions: [(device.id, positions(of: device.key))],
            networks: [(device.id, networks(of: device.key))],
            events: events(of: device),
            visits: visits(of: device)
        )
    }

    private func positions(of device: Int64) -> [HistoryPosition] {
        var positions: [HistoryPosition] = []
        // One that an earlier program wrote has rows, or some of both.
        let hasRows = holds(Store.hasPositionRows)
        if !hasRows || holds({ db in try db.tableExists("position_run") }) {
            scan(
                Table(
                    kind: Self.runs,
                    name: "position_run",
                    key: ["time"],
                    columns: ["positions"],
                    device: device
                )
            ) { row in positions += try PositionRun.positions(row) }
        }
        guard hasRows else { return positions }
        let columns = ["latitude", "longitude", "accuracy", "altitude", "speed"]
        let table = Table(
            kind: "positions",
            name: "position",
            key: ["time"],
            columns: columns,
            device: device
        )
        scan(table) { row in positions.append(try HistoryPosition(row)) }
        return positions
    }

    private static let runs = "runs of positions"

    /// Goes through the runs of all devices as they lie in their table, where `past(of:)` has met a broken
    /// page: that may be one of the index, and then the runs are whole.
    ///
    /// What is lost is what this can't read either.
    func runsInTheirTable(_ keep: (_ device: Int64, [HistoryPosition]) -> Void) {
        guard losses[Self.runs]?.gaps ?? 0 > 0, holds(PositionTable.hasOrderOfItsOwn) else { return }
        forgetLosses(of: Self.runs)
        let table = Table(
            kind: Self.runs,
            name: "position_run NOT INDEXED",
            key: ["rowid"],
            columns: ["device", "time", "positions"]
        )
        scan(table) { row in
            let bytes = try Self.bytes(row, 3)
            keep(try row.decode(atIndex: 1), try PositionRun.positions(bytes, at: try row.decode(atIndex: 2)))
        }
    }

    private func networks(of device: Int64) -> [HistoryNetwork] {
        var networks: [HistoryNetwork] = []
        let table = Table(
            kind: "networks",
            name: "network",
            key: ["time"],
            columns: ["ssid", "bssid"],
            device: device
        )
        scan(table) { row in
            networks.append(
                HistoryNetwork(
                    time: try row.decode(atIndex: 0),
                    ssid: try row.decode(atIndex: 1),
                    bssid: try row.decode(atIndex: 2)
                )
            )
        }
        return networks
    }

    private func events(of device: (key: Int64, id: Identifier)) -> [HistoryEvent] {
        var events: [HistoryEvent] = []
        let table = Table(
            kind: "events",
            name: "event",
            key: ["time", "id"],
            columns: ["payload"],
            device: device.key
        )
        scan(table) { row in
            events.append(
                HistoryEvent(
                    device: device.id,
                    time: try row.decode(atIndex: 0),
                    id: try row.decode(atIndex: 1),
                    payload: try Self.bytes(row, 2)
                )
            )
        }
        return events
    }

    private func visits(of device: (key: Int64, id: Identifier)) -> [HistoryVisit] {
        var visits: [HistoryVisit] = []
        let columns = ["departure", "latitude", "longitude", "accuracy", "positions"]
        let table = Table(
            kind: "visits",
            name: "visit",
            key: ["time"],
            columns: columns,
            device: device.key
        )
        scan(table) { row in
            visits.append(try HistoryVisit(row, of: device.id))
        }
        return visits
    }
}
