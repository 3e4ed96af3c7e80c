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

    /// With a PUBACK the kernel's acknowledgement leaves, too.
    @Test(
        arguments: [([], false), ([7], false), ([0, 7], false), ([0], true), ([7, 0], true)]
            as [([UInt16], Bool)],
        [false, true]
    )
    func `the kernel acknowledges at once where the last message has no PUBACK`(
        _ messages: (packets: [UInt16], isAtOnce: Bool),
        isSkipped: Bool
    ) {
        let inbox = Inbox()
        for packet in messages.packets {
            if isSkipped { inbox.noteSkipped(packet: packet) } else { append(packet, to: inbox) }
        }
        #expect(inbox.wantsSegmentsAcknowledged == messages.isAtOnce)
    }

    /// With Nagle's algorithm a broker sends no position until what it has answered is acknowledged.
    @Test func `it does where answers alone have come`() {
        let inbox = Inbox()
        inbox.acknowledgements = [.init(packet: 1, reason: 0)]
        #expect(inbox.wantsSegmentsAcknowledged)
        append(7, to: inbox)
        #expect(!inbox.wantsSegmentsAcknowledged)
        inbox.clearMessages()
        #expect(inbox.wantsSegmentsAcknowledged)
        inbox.acknowledgements = []
        #expect(!inbox.wantsSegmentsAcknowledged)
        inbox.subscriptionAnswers = [.init(packet: 1, reason: 0)]
        #expect(inbox.wantsSegmentsAcknowledged)
    }
}
