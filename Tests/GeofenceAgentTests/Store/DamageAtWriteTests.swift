import Foundation
import GRDB
import GeofenceCore
import Logging
import Testing

@testable import geofence_agent

/// Pages that are overwritten, and found when they are written to.
@Suite struct DamageAtWriteTests {
    private let folder: StoreFolder

    init() throws { folder = try StoreFolder() }

    /// What takes the place of a page.
    enum Content: CaseIterable {
        case zeros, ones, noise, anotherPage, emptyLeaf
    }

    struct Wound {
        var content: Content
        var isKilled: Bool
    }

    static let wounds = Content.allCases.flatMap { content in
        [false, true].map { Wound(content: content, isKilled: $0) }
    }

    /// Those that batches write to.
    static let tables = [
        "dead", "tracked", "sqlite_autoindex_tracked_1", "position_run",
        "sqlite_autoindex_position_run_1", "network", "event", "visit", "journal",
        "outbox", "outbox_log",
    ]

    /// After a clean end, and after a SIGKILL, which leaves SQLite's log.
    @Test(arguments: tables, wounds)
    func `damage that a write finds is moved aside, and the next store can be written`(
        _ table: String,
        _ wound: Wound
    ) throws {
        try overwrite(try fill(table, isKilled: wound.isKilled), with: wound.content)
        let batches = try (1000..<1300).map { try Self.batch($0) }
        guard let failure = commit(batches) else { return }
        guard case .damaged = failure else {
            Issue.record("\(failure)")
            return
        }
        var settings = StoreSettings(path: folder.path)
        settings.durability = .process
        let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        try Salvage(settings: settings, keepsHistory: true, log: log).run(at: Timestamp(milliseconds: 1))
        #expect(commit(batches.map(\.journalAlone)) == nil)
    }

    /// What SQLite can write to was no damage to it.
    private func commit(_ batches: [Batch]) -> StoreFailure? {
        do throws(StoreFailure) {
            let store = try Store(path: folder.path, durability: .process, keepsHistory: true)
            for batch in batches { try store.commit(batch, time: 1) }
            return nil
        } catch {
            return error
        }
    }

    /// A store that much was written to, made once for all cases.
    private struct Image {
        /// Its files after a clean end, and after a SIGKILL; by what their names have behind the store's.
        var ended: [String: Data] = [:]
        var killed: [String: Data] = [:]
        /// The first page of each table.
        var pages: [String: Int] = [:]

        static let made = Result { try Image() }

        init() throws {
            let folder = try StoreFolder()
            try Self.fill(folder)
            ended = Self.files(of: folder)
            // The log is not the store's own: a thread of that would copy it while its files are read.
            try DatabaseQueue(path: folder.path).writeWithoutTransaction { db in
                for table in DamageAtWriteTests.tables {
                    let sql = "SELECT rootpage FROM sqlite_master WHERE name = ?"
                    pages[table] = try Int.fetchOne(db, sql: sql, arguments: [table])
                }
                try db.execute(sql: "INSERT INTO journal (entries) VALUES (x'01')")
                killed = Self.files(of: folder)
            }
        }

        private static func fill(_ folder: StoreFolder) throws {
            let store = try Store(path: folder.path, durability: .process, keepsHistory: true)
            for number in 1..<200 { try store.commit(DamageAtWriteTests.batch(Int64(number)), time: 1) }
        }

        private static func files(of folder: StoreFolder) -> [String: Data] {
            var files: [String: Data] = [:]
            for end in ["", "-wal"] { files[end] = FileManager.default.contents(atPath: folder.path + end) }
            return files
        }
    }

    private func fill(_ table: String, isKilled: Bool) throws -> Int {
        let image = try Image.made.get()
        for (end, bytes) in isKilled ? image.killed : image.ended {
            try bytes.write(to: URL(fileURLWithPath: folder.path + end))
        }
        return try #require(image.pages[table])
    }

    private func overwrite(_ page: Int, with content: Content) throws {
        var bytes = folder.bytes
        let range = (page - 1) * 4096..<page * 4096
        try #require(range.upperBound <= bytes.count)
        let new: [UInt8] =
            switch content {
            case .zeros: Array(repeating: 0, count: 4096)
            case .ones: Array(repeating: 0xFF, count: 4096)
            case .noise: range.map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 7) }
            case .anotherPage: Array(bytes[8192..<12288])
            case .emptyLeaf: [0x0D, 0, 0, 0, 0, 0x10] + Array(repeating: 0, count: 4090)
            }
        bytes.replaceSubrange(range, with: new)
        folder.bytes = bytes
    }

    /// A row for most tables.
    private static func batch(_ number: Int64) throws -> Batch {
        var batch = Batch(journal: Array(repeating: 1, count: 50))
        batch.outgoing = [.row(number)]
        batch.dead = [(.row(number + 100_000, "t", String(repeating: "x", count: 50)), 135)]
        let device = try Identifier("van\(number % 50)")
        let position = HistoryPosition(time: number, latitude: 1, longitude: 2)
        batch.history.positions = [(device, [position])]
        batch.history.networks = [(device, [HistoryNetwork(time: number, ssid: "Depot")])]
        batch.history.events = [
            HistoryEvent(device: device, time: number, id: "van/\(number)", payload: Array("{}".utf8))
        ]
        batch.history.visits = [
            HistoryVisit(
                device: device,
                arrival: number,
                departure: number + 1,
                latitude: 1,
                longitude: 2,
                accuracy: nil,
                positions: 3
            )
        ]
        return batch
    }
}

extension Batch {
    /// The batch without what is there already.
    fileprivate var journalAlone: Batch {
        var batch = self
        batch.outgoing = []
        return batch
    }
}
