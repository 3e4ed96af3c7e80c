import Testing

@testable import geofence_agent

@Suite struct LargeMessagesTests {
    private static let large = LargeMessages.threshold + 1

    @Test func `large messages leave alone, and nothing behind them`() {
        var messages = LargeMessages()
        #expect(messages.mayLeave(Self.large - 1, besides: 99))
        #expect(!messages.mayLeave(Self.large, besides: 1))
        #expect(messages.mayLeave(Self.large, besides: 0))
        messages.didSend("a", bytes: Self.large - 1, packet: 1)
        #expect(messages.mayLeave(1, besides: 1))
        messages.didSend("a", bytes: Self.large, packet: 2)
        #expect(!messages.mayLeave(1, besides: 1))
        messages.acknowledge(packet: 1)
        #expect(!messages.mayLeave(1, besides: 1))
        messages.acknowledge(packet: 2)
        #expect(messages.mayLeave(1, besides: 0))
    }

    /// Each letter is a connection: lost with a message of that topic, or (upper case) not before it was
    /// answered; `-` dropped with one.
    @Test(arguments: [
        ("aa", []), ("aaa", ["a"]), ("aaaaaa", ["a", "a"]), ("aabaa", []), ("aaAaa", []), ("aabbb", ["b"]),
        ("aa-a", ["a"]), ("a--", []),
    ])
    func `what is large is given up when three connections in a row were lost with it`(
        _ connections: String,
        _ expected: [String]
    ) {
        var messages = LargeMessages()
        var given: [String] = []
        for (packet, topic) in zip(Int32(1)..., connections) {
            messages.didSend(topic.lowercased(), bytes: Self.large, packet: packet)
            if topic == "-" { messages.connectionDropped() }
            if topic.isUppercase { messages.acknowledge(packet: packet) }
            if let lost = messages.connectionFailed() { given.append(lost.topic) }
        }
        #expect(given == expected)
    }

    @Test func `what is small is never given up, and what the broker calls too large is at once`() {
        var messages = LargeMessages()
        for _ in 0..<9 {
            messages.didSend("a", bytes: Self.large - 1, packet: 1)
            #expect(messages.connectionFailed(isTooLarge: true) == nil)
        }
        messages.didSend("a", bytes: Self.large, packet: 1)
        let lost = LargeMessages.Sent(packet: 1, topic: "a", bytes: Self.large)
        #expect(messages.connectionFailed(isTooLarge: true) == lost)
        #expect(messages.refused == ["a"])
    }

    @Test func `of what stands in the outbox the row is given up, not its topic`() {
        var messages = LargeMessages()
        let row = OutboxRow.row(7, "a", "x")
        messages.didSend("a", bytes: Self.large, packet: 1, row: row)
        #expect(messages.connectionFailed(isTooLarge: true)?.row == row)
        #expect(messages.refused == [])
    }
}
