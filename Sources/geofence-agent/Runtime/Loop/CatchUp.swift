/// How far the messages have come that the broker kept while we were away.
enum CatchUp: Hashable {
    /// There is no connection.
    case waiting
    /// They are coming.
    case running(begun: Int64, lastMessage: Int64)
    /// They are through.
    case done

    /// Milliseconds without a message after which the backlog is taken to be through, where the broker
    /// doesn't say so.
    private static let quiet: Int64 = 10_000

    /// Whether waiting for their end has no point any more, since the broker doesn't send our own state:
    /// nothing has come for 10 s, or messages have for two minutes.
    func isOver(_ uptime: Int64) -> Bool {
        guard case .running(let begun, _) = self else { return false }
        return isQuiet(uptime) || uptime - begun >= 12 * Self.quiet
    }

    /// Whether nothing has come for 10 s.
    func isQuiet(_ uptime: Int64) -> Bool {
        guard case .running(_, let lastMessage) = self else { return false }
        return uptime - lastMessage >= Self.quiet
    }
}
