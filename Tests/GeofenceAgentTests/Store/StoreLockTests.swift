import Dispatch
import Synchronization
import Testing

@testable import geofence_agent

/// One agent at a time has a store.
@Suite struct StoreLockTests {
    private let folder: StoreFolder

    init() throws { folder = try StoreFolder() }

    @Test func `who comes second is refused`() throws {
        let first = try StoreLock(besides: folder.path)
        #expect(throws: StoreFailure.locked(path: folder.path)) {
            _ = try StoreLock(besides: folder.path, patience: 20)
        }
        _ = consume first
    }

    @Test func `a holder that is about to end is waited for`() throws {
        let holder = Holder(try StoreLock(besides: folder.path))
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(50)) { holder.end() }
        #expect(throws: Never.self) { _ = try StoreLock(besides: folder.path, patience: 60_000) }
    }
}

/// A process that has a store, until it ends.
private final class Holder: Sendable {
    private let lock: Mutex<StoreLock?>

    init(_ lock: consuming StoreLock) { self.lock = Mutex(consume lock) }

    func end() { lock.withLock { $0 = nil } }
}
