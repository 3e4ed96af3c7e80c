import Logging

/// Says once for which sources nothing has come in the first minute online: the commonest mistakes are a
/// topic that no device uses, and an access list that lets the agent read nothing.
struct SourceSilence {
    /// Milliseconds online after which it is said.
    static let patience: Int64 = 60_000

    private var since: Int64?
    private var isDone = false

    /// To be called now and then while the agent is online.
    ///
    /// `heard` says by source whether anything has come for it, `filters` what the sources subscribe to.
    mutating func look(
        _ heard: [Bool],
        _ filters: @autoclosure () -> [String],
        _ log: Logger,
        _ uptime: Int64
    ) {
        guard !isDone else { return }
        let begin = since ?? uptime
        since = begin
        guard uptime - begin >= Self.patience else { return }
        isDone = true
        for (index, filter) in filters().enumerated() where index >= heard.count || !heard[index] {
            log.notice(
                "nothing has come on a topic for \(Self.patience / 1000) s: do devices publish there, and does the broker's access list let the agent read it?",
                metadata: ["topic": "\(filter.debugDescription)"]
            )
        }
    }

    /// The sources are others: all of it begins anew.
    mutating func restart() { self = Self() }
}
