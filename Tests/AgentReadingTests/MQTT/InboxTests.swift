import Testing

@testable import MQTT

@Suite struct InboxTests {
    /// Puts a message in whose packet id is 0 at QoS 0.
    private func append(_ packet: UInt16, to inbox: Inbox) {
        [UInt8]("in".utf8).withUnsafeBytes { topic in
            inbox.append(topic: topic, payload: topic, packet: packet, isRetained: false)
        }
    }

    @Test(
        arguments: [([], false), ([0, 0], false), ([0, 7, 0], true), ([7, 0], true)] as [([UInt16], Bool)]
    )
    func `a message is to be acknowledged wherever it stands`(_ packets: [UInt16], _ hasAwaited: Bool) {
        let inbox = Inbox()
        for packet in packets { append(packet, to: inbox) }
        #expect(inbox.hasAwaited == hasAwaited)
        inbox.clearMessages()
        #expect(!inbox.hasAwaited)
    }

    @Test func `one that is not kept is, too`() {
        let inbox = Inbox()
        inbox.noteSkipped(packet: 7)
        append(0, to: inbox)
        #expect(inbox.hasAwaited && !inbox.isLastAwaited)
        inbox.clearMessages()
        #expect(!inbox.hasAwaited)
    }
}
