import GeofenceCore
import Testing

@testable import geofence_agent

/// The rows of devices that a checkpoint writes.
@Suite struct DeviceRowsTests {
    @Test func `come back one by one, though they stand in several pieces`() throws {
        let lengths = [0, 1, 700_000, 700_000, 3, 2_000_000, 5]
        let given = try lengths.enumerated().map { number, length in
            (id: try Identifier("d\(number)"), state: [UInt8](repeating: UInt8(number), count: length))
        }
        var found: [(id: [UInt8], state: [UInt8])] = []
        let rows = DeviceRows(given)
        rows.forEach(in: 0..<4) { found.append(($0, Array($1))) }
        rows.forEach(in: 4..<rows.count) { found.append(($0, Array($1))) }
        #expect(found.map(\.id) == given.map { Array($0.id.description.utf8) })
        #expect(found.map(\.state) == given.map(\.state))
    }
}
