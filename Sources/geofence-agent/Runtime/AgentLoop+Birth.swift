import Logging

/// What Home Assistant says of itself: once it has started it wants to be told what there is.
extension AgentLoop {
    /// Milliseconds after the news at most; others that tell it something wait for other times.
    private static let longestPause: Int64 = 5000
    /// Milliseconds for each that there is to tell of.
    private static let pauseEach: Int64 = 20

    func isBirth(_ topic: UnsafeRawBufferPointer) -> Bool {
        agent.setup.homeAssistant.discovery
            && topic.count == agent.setup.homeAssistant.statusTopic.utf8.count
            && topic.elementsEqual(agent.setup.homeAssistant.statusTopic.utf8)
    }

    /// Takes a message of Home Assistant's state; one that the broker has kept tells of an earlier start.
    func noteBirth(_ message: Inbox.Message, _ bytes: UnsafeRawBufferPointer, _ uptime: Int64) {
        guard !message.isRetained, bytes[message.payload].elementsEqual("online".utf8) else { return }
        let most = min(Self.longestPause, Int64(agent.announcements.records.count) * Self.pauseEach)
        birthDue = uptime + Int64.random(in: 0...most)
        log.info("Home Assistant has started")
    }

    /// Says again all that Home Assistant was told, whenever nothing else waits.
    func handleBirth(_ uptime: Int64) {
        guard let due = birthDue, due <= uptime else { return }
        birthDue = nil
        var next = RetainedRefresh()
        next.isAnnouncement = refresh?.isAnnouncement ?? true
        refresh = next
    }
}
