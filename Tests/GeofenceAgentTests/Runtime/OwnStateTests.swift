import Testing

@testable import geofence_agent

/// What the agent makes of messages on its own state topic.
@Suite struct OwnStateTests {
    private func state() -> OwnState {
        var state = OwnState(Topics(base: "geofence"))
        state.begin()
        return state
    }

    private func receive(
        _ text: String,
        _ state: inout OwnState,
        isRetained: Bool = false,
        sendsRetained: Bool = true
    ) -> String? {
        Array(text.utf8).withUnsafeBytes {
            state.another($0, isRetained: isRetained, sendsRetained: sendsRetained)
        }
    }

    @Test func `what a long backlog holds of the last connection is no word of another agent`() {
        var state = state()
        #expect(receive("offline", &state) == nil)
        #expect(receive("online", &state) == nil)
        #expect(receive("online", &state, isRetained: true) == nil)
        #expect(receive("offline", &state) == "offline")
    }

    @Test func `of two agents, a copy that the broker sends past the backlog is no end of it`() {
        var pair = OwnState(Topics(base: "geofence", standby: "a"))
        pair.begin()
        for (packet, isRetained, isPassing) in [(0, true, true), (0, false, false), (7, true, false)] {
            let found = pair.isPassing(packet: UInt16(packet), isRetained: isRetained)
            #expect(found == isPassing, "\(packet) \(isRetained)")
            #expect(!state().isPassing(packet: UInt16(packet), isRetained: isRetained))
        }
        // Nothing comes otherwise from a broker that sends all at QoS 0.
        pair.qos = 0
        #expect(!pair.isPassing(packet: 0, isRetained: true))
        pair.begin()
        #expect(pair.isPassing(packet: 0, isRetained: true))
        pair.begin(qos: 0)
        #expect(!pair.isPassing(packet: 0, isRetained: true))
    }

    @Test func `a copy that doesn't come is asked for again, twice as late each time`() {
        var state = state()
        for _ in 0..<2 {
            let asked = stride(from: Int64(0), through: 10_000, by: 500).filter { state.shouldAskAgain($0) }
            #expect(asked == [2000, 4000, 8000])
            state.begin()
        }
    }

    @Test func `each connection begins with a backlog`() {
        var state = state()
        #expect(receive("online", &state, isRetained: true) == nil)
        state.begin()
        #expect(receive("offline", &state) == nil)
    }

    @Test func `where the broker retains nothing, no copy is waited for`() {
        var state = state()
        #expect(receive("offline", &state, sendsRetained: false) == "offline")
    }

    @Test(arguments: [
        ([true], true), ([true, true], true), ([false], false), ([true, false], false),
        ([false, true], false),
    ])
    func `only our own will, and no word beside it, is no other agent's`(_ words: [Bool], _ isOwn: Bool) {
        var state = state()
        for word in words { state.heardOffline(1000, isOwnWill: word) }
        #expect(state.isContradicted(2000))
        #expect(state.isOwnWill == isOwn)
        state.forgetOffline()
        state.heardOffline(3000, isOwnWill: true)
        #expect(state.isOwnWill)
    }

    @Test func `what we say ourselves comes back once`() {
        var state = state()
        #expect(receive("online", &state, isRetained: true) == nil)
        state.noteEcho()
        #expect(receive("online", &state) == nil)
        #expect(receive("online", &state) == "online")
    }
}
