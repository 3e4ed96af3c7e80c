import GeofenceCore
import Testing

@testable import geofence_agent

@Suite struct RedeliveryTests {
    private func mark(_ packet: UInt16, _ topic: String = "fleet/van/location", _ payload: String = "1,2")
        -> Redelivery.Mark
    {
        Array(topic.utf8).withUnsafeBytes { topic in
            Array(payload.utf8).withUnsafeBytes { .init(packet: packet, topic: topic, payload: $0) }
        }
    }

    private func filled(_ packets: ClosedRange<UInt16>) -> Redelivery {
        var redelivery = Redelivery()
        for packet in packets { redelivery.note(mark(packet)) }
        return redelivery
    }

    @Test func `takes nothing for a repeat while the connection lasts`() {
        var redelivery = filled(1...3)
        for packet: UInt16 in 1...3 { #expect(redelivery.isRepeat(mark(packet)) == false) }
    }

    @Test func `knows every message again after a connection was resumed, each once`() {
        var redelivery = filled(1...3)
        redelivery.connectionResumed()
        let answers = ([2, 1, 2, 3, 3, 4] as [UInt16]).map { redelivery.isRepeat(mark($0)) }
        #expect(answers == [true, true, false, true, false, false])
        redelivery.connectionResumed()
        #expect(redelivery.isRepeat(mark(2)) == true, "the acknowledgement of a repeat may be lost too")
    }

    @Test func `takes no other message for it`() {
        var redelivery = Redelivery()
        redelivery.note(mark(7, "fleet/van/location", "52.5432,13.3661"))
        redelivery.connectionResumed()
        let others = [
            mark(8, "fleet/van/location", "52.5432,13.3661"),
            mark(7, "fleet/car/location", "52.5432,13.3661"),
            mark(7, "fleet/van/location", "52.5432,13.3662"), mark(7, "fleet/van/location", "52.5432,13.366"),
            mark(7, "fleet/van/location", ""), mark(7, "", ""),
        ]
        for other in others { #expect(redelivery.isRepeat(other) == false) }
        #expect(redelivery.isRepeat(mark(7, "fleet/van/location", "52.5432,13.3661")) == true)
    }

    @Test func `knows nothing of messages without an acknowledgement`() {
        var redelivery = filled(0...0)
        redelivery.connectionResumed()
        #expect(redelivery.isRepeat(mark(0)) == false)
        #expect(mark(0) == mark(0, "other", "other"))
    }

    @Test(arguments: [(2 * Redelivery.memory - 2, true), (2 * Redelivery.memory - 1, false)])
    func `stops to expect repeats after a while`(_ others: Int, _ isRepeat: Bool) {
        var redelivery = filled(1...1)
        redelivery.connectionResumed()
        for _ in 0..<others { #expect(redelivery.isRepeat(mark(2)) == false) }
        #expect(redelivery.isRepeat(mark(1)) == isRepeat)
    }

    @Test func `remembers the last so many`() {
        var redelivery = filled(1...3000)
        redelivery.connectionResumed()
        #expect(redelivery.recent == (953...3000).map { mark($0) })
        #expect(redelivery.isRepeat(mark(952)) == false)
        #expect(redelivery.isRepeat(mark(953)) == true)
        #expect(redelivery.isRepeat(mark(3000)) == true)
    }

    @Test(arguments: [0, 1, 2047, 2048, 2049, 3000] as [UInt16])
    func `goes on after a restart as if there had been none`(_ count: UInt16) throws {
        var redelivery = Redelivery()
        for packet in 0..<count { redelivery.note(mark(packet + 1)) }
        var restored = Redelivery()
        try restored.restore(redelivery.bytes)
        #expect(restored.recent == redelivery.recent)
        for packet: UInt16 in 5000..<5100 {
            redelivery.note(mark(packet))
            restored.note(mark(packet))
        }
        #expect(restored.recent == redelivery.recent)
    }

    @Test(arguments: [[5], [1, 1], [1, 1, 0x80]] as [[UInt8]])
    func `says so where what was stored is damaged`(_ bytes: [UInt8]) {
        var redelivery = Redelivery()
        #expect(throws: DamagedBytes.self) { try redelivery.restore(bytes) }
    }

    @Test func `expects nothing whose acknowledgement the broker is known to have`() {
        var redelivery = Redelivery()
        for packet: UInt16 in 1...3 { redelivery.note(mark(packet)) }
        let settled = redelivery.noted
        redelivery.note(mark(4))
        redelivery.settle(upTo: settled)
        redelivery.connectionResumed()
        #expect((1...4).map { redelivery.isRepeat(mark($0)) } == [false, false, false, true])
        redelivery.settle(upTo: 4)
        #expect(redelivery.isEmpty)
    }
}
