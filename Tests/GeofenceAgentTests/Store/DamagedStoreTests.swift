import Foundation
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// Whatever the disk made of a store, reading it ends well, and what lies on other pages is read.
@Suite struct DamagedStoreTests {
    private let folder: StoreFolder

    init() throws { folder = try StoreFolder() }

    /// What is read of a file, by kind.
    private func read(_ bytes: [UInt8]) throws -> [String: Int] {
        folder.bytes = bytes
        let store = DamagedStore(path: folder.path)
        let state = SalvagedState(store.load()).state
        var hashes: [String: Int] = [
            "device": state.devices.arrays.hashValue, "journal": state.journals.hashValue,
            "outbox": state.outbox.hashValue, "setup": state.setup.hashValue,
            "fences": state.fences.values.arrays.hashValue, "runtime": state.runtimeFences.hashValue,
        ]
        let devices = store.trackedDevices().map { (id: $0.id, past: store.past(of: $0)) }
        hashes["position"] = devices.flatMap { $0.past.positions.flatMap(\.rows) }.hashValue
        hashes["event"] = devices.flatMap(\.past.events).hashValue
        hashes["visit"] = devices.flatMap(\.past.visits).hashValue
        return hashes
    }

    @Test func `a byte that changes costs nothing that is not on its page`() throws {
        let whole = try StoreFixture.bytes()
        let all = try read(whole)
        for page in stride(from: 0, to: whole.count, by: 4096) {
            var blank = whole
            for index in page..<page + 4096 { blank[index] = 0 }
            let without = try read(blank)
            let elsewhere = without.filter { all[$0.key] == $0.value }.keys
            // Every position would take a minute and more; these meet each page in its header, its pointers
            // and its rows.
            let step = page == 0 ? 3 : 11
            for index in stride(from: page, to: page + 4096, by: step)
            where whole[index] != 0 || index % 64 == 0 {
                var bytes = whole
                bytes[index] ^= [0xFF, 0x01, 0x80][index / step % 3]
                let found = try read(bytes)
                for kind in elsewhere { #expect(found[kind] == all[kind], "\(kind), byte \(index)") }
            }
        }
    }

    @Test func `a file that is cut off anywhere is read as far as it goes`() throws {
        let whole = try StoreFixture.bytes()
        for count in stride(from: 0, to: whole.count, by: 1500) { _ = try read(Array(whole[..<count])) }
    }
}
