import CLibrary
import GeofenceCore
import Logging

/// Writes log lines to standard error, where the service manager or the terminal takes them.
struct LogLine: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level
    let format: LogSettings.Format
    /// Whether a journal reads the lines, which takes a priority off their beginning and knows their time.
    let isJournal: Bool

    init(level: Logger.Level, format: LogSettings.Format, isJournal: Bool = false) {
        logLevel = level
        self.format = format
        self.isJournal = isJournal || format == .journal
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        line(event, at: Clock.now).withUnsafeBytes { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    /// The bytes of one line, with its end.
    func line(_ event: LogEvent, at time: Timestamp) -> [UInt8] {
        let metadata = self.metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }
        let members = metadata.map { (key: $0.key, text: "\($0.value)") }
        let priority = isJournal ? "<\(event.level.priority)>" : ""
        switch format {
        case .text, .journal:
            let rest = members.map { " \($0.key)=\($0.text)" }.joined()
            let start = isJournal ? priority : "\(time.iso8601) \(event.level) "
            return Array("\(start)\("\(event.message)\(rest)".printable)\n".utf8)
        case .json: return Array(priority.utf8) + json(event, members, time)
        }
    }

    private func json(_ event: LogEvent, _ members: [(key: String, text: String)], _ time: Timestamp)
        -> [UInt8]
    {
        JSONWriter.object { json in
            json.member("time", time)
            json.member("level", "\(event.level)")
            json.member("message", "\(event.message)")
            for member in members { json.member(named: member.key, member.text) }
        } + [UInt8(ascii: "\n")]
    }
}

extension Logger.Level {
    /// The priority of syslog, as sd-daemon(3) writes it in front of a line.
    fileprivate var priority: Int {
        switch self {
        case .trace, .debug: 7
        case .info: 6
        case .notice: 5
        case .warning: 4
        case .error: 3
        case .critical: 2
        }
    }
}
