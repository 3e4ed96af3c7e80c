import Testing

@testable import geofence_agent

@Suite struct ChangedDevicesTests {
    @Test func `lists each device once until it is stored`() {
        var changed = ChangedDevices()
        for device in [3, 0, 3, 70, 0] { changed.insert(device) }
        #expect(changed.list == [3, 0, 70])
        changed.removeAll()
        #expect(changed.list == [])
        for device in [70, 3, 70] { changed.insert(device) }
        #expect(changed.list == [70, 3])
    }
}
