import Foundation
import CLibrary
import Testing

@testable import geofence_agent

/// What is done with the files of a store by those who copy it.
@Suite struct StoreCopyTests {
    private let folder: StoreFolder

    init() throws { folder = try StoreFolder() }

    /// A process that the first signal ends.
    private static func bystander() throws -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sleep")
        process.arguments = ["60"]
        // With a signal blocked it would live on, and whoever reads what tests say would wait for its end.
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.runWithAllSignals()
        return process
    }

    @Test func `a process that does not have the store gets no signal`() throws {
        try folder.with { _ in }
        let bystander = try Self.bystander()
        defer { bystander.terminate() }
        let lock = try StoreLock(besides: folder.path)
        // As one before has left it, or one in a container has written it.
        try "\(bystander.processIdentifier)\n".write(
            toFile: folder.path + ".lock",
            atomically: false,
            encoding: .utf8
        )
        let source = BackupSource(store: StoreSettings(path: folder.path), patience: 100)
        do throws(StoreFailure) {
            _ = try source.copy()
            Issue.record("a copy by nobody")
        } catch {
            #expect("\(error)".contains("can't be asked for a copy"), "\(error)")
        }
        #expect(StoreLock.holder(besides: folder.path) == nil)
        #expect(kill(bystander.processIdentifier, 0) == 0 && bystander.isRunning)
        withExtendedLifetime(lock) {}
    }

    @Test func `the process that has the store is known`() throws {
        let lock = try StoreLock(besides: folder.path)
        #expect(StoreLock.holder(besides: folder.path) == getpid())
        withExtendedLifetime(lock) {}
    }

    @Test(.enabled(if: SmallDisk.isAvailable, SmallDisk.need))
    func `a copy for which there is no room is not begun`() throws {
        let disk = try #require(SmallDisk())
        let store = try Store(path: disk.path + "/agent.sqlite", durability: .power)
        var batch = Batch()
        batch.journal = [UInt8](repeating: 7, count: 300_000)
        try store.commit(batch, time: 1)
        disk.fill()
        do throws(StoreFailure) {
            _ = try StoreCopy(of: store)
            Issue.record("a copy without room")
        } catch {
            #expect("\(error)".contains("MB are free, and the copy may take"), "\(error)")
        }
        #expect(access(StoreCopy.partialPath(of: store.path), F_OK) != 0)
        disk.free()
        _ = try StoreCopy(of: store)
    }

    @Test func `what a copy left that came to no end goes, and nothing else`() throws {
        let remains = [".backup-partial", ".backup-partial-journal", ".new", ".new-wal"]
        let others = ["", "-wal", ".backup", ".damaged-2026-01-01", ".lock", ".newest"]
        for name in remains + others {
            #expect(FileManager.default.createFile(atPath: folder.path + name, contents: nil))
        }
        StoreFile.removeRemains(besides: folder.path)
        #expect(folder.names == others.map { "agent.sqlite" + $0 }.sorted())
    }
}
