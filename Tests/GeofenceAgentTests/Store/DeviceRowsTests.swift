import GeofenceCore
import Testing

@testable import geofence_agent

/// The rows of devices that a checkpoint writes.
@Suite struct DeviceRowsTests {
    @Test func `come back one by one, though they stand in several pieces`() {
        let lengths = [0, 1, 700_000, 700_000, 3, 2_000_000, 5]
        let given = lengths.enumerated().map { number, length in
            (id: Array("device \(number)".utf8), state: [UInt8](repeating: UInt8(number), count: length))
        }
        var found: [(id: [UInt8], state: [UInt8])] = []
        let rows = DeviceRows(given)
        rows.forEach { found.append((Array($0), Array($1))) }
        #expect(rows.count == given.count && found.count == given.count)
        #expect(zip(found, given).allSatisfy { $0 == $1 })
    }
}
