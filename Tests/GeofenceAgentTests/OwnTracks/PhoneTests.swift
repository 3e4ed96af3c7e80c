import GeofenceCore
import Testing

@testable import geofence_agent

@Suite struct PhoneTests {
    @Test func `the last four topics are remembered, with what was sent there`() {
        var phone = Phone()
        for topic in ["a", "b", "c", "d"] {
            phone.recordAddress(topic)
            phone.didSend("sent to \(topic)", stamps: [1])
        }
        phone.recordAddress("a")
        #expect(phone.address == .init(topic: "a", sent: "sent to a"))
        phone.recordAddress("e")
        #expect(phone.addresses.map(\.topic) == ["c", "d", "a", "e"])
        #expect(
            phone.address?.sent == "sent to b",
            "the fifth takes over what its place was sent, and is sent no more"
        )
    }

    @Test func `the latest stamps are remembered, each once`() {
        var phone = Phone()
        phone.recordAddress("a")
        phone.didSend("1", stamps: Array(0..<300))
        phone.didSend("2", stamps: Array(100..<400) + [0])
        #expect(phone.sentStamps == Array(1..<100) + Array(100..<400) + [0])
        phone.didSend("3", stamps: [1000])
        #expect(phone.sentStamps.count == Phone.mostReported && phone.sentStamps.last == 1000)
    }

    @Test func `all of it is read as it was written`() throws {
        var phone = Phone()
        phone.recordAddress("a")
        phone.recordAddress("ä/b")
        phone.didSend("x", stamps: [5, 6])
        let fence = try Identifier("f")
        phone.waypoints = [
            Waypoint(mark: .init(rid: "r", stamp: 7), fence: fence),
            Waypoint(mark: .init(rid: nil, stamp: 0), fence: fence),
        ]
        var (phones, others) = (Phones(), Phones())
        phones[try Identifier("jo")] = phone
        phones[try Identifier("al")] = Phone()
        try others.restore(phones.bytes)
        #expect(others.all.map(\.phone) == [Phone(), phone])
        #expect(others.owners == [fence: try Identifier("jo")])
    }
}
