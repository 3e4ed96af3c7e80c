import Testing

@testable import geofence_agent

/// What is known of devices, by their numbers.
@Suite struct ByDeviceTests {
    @Test func `knows what was set, and nothing of others`() {
        var known = ByDevice<String>()
        #expect(known[3] == nil)
        known[3] = "van"
        #expect((known[2], known[3], known[4]) == (nil, "van", nil))
        known[3]?.append("!")
        #expect(known[3] == "van!")
        #expect(known.devices { $0.hasPrefix("van") } == [3])
        #expect(known.devices { $0 == "van" } == [])
    }

    @Test func `lends what is known, and nothing where nothing is`() {
        var known = ByDevice<String>()
        #expect(known.withValue(of: 0) { $0.count } == nil)
        (known[3], known[4]) = ("van", "minibus")
        #expect(known.withValue(of: 4) { $0.count } == 7)
        known.remove(4)
        #expect(known.withValue(of: 2) { $0.count } == nil)
        #expect(known.withValue(of: 3) { $0.count } == 3)
        #expect(known.withValue(of: 3) { $0.first { $0 == "x" } } == nil)
        #expect(known.withValue(of: 4) { $0.count } == nil)
        #expect(known.withValue(of: 5) { $0.count } == nil)
    }

    @Test func `forgets one, or all`() {
        var known = ByDevice<Int>()
        (known[0], known[2]) = (5, 7)
        #expect(known.remove(2) == 7)
        #expect(known.remove(2) == nil)
        #expect(known.remove(9) == nil)
        #expect((known[0], known[2]) == (5, nil))
        known.removeAll()
        #expect(known[0] == nil)
    }
}
