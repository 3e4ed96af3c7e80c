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
    /// Where the journal takes entries with fields; nil where lines go to standard error alone.
    let journal: DatagramSocket?

    /// The name under which a line has its kind.
    static let kind = "kind"

    init(
        level: Logger.Level,
        format: LogSettings.Format,
        isJournal: Bool = false,
        journal: DatagramSocket? = nil
    ) {
        logLevel = level
        self.format = format
        self.isJournal = isJournal || format == .journal
        self.journal = journal
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        if let journal, journal.send(fields(event)) { return }
        line(event, at: Clock.now).withUnsafeBytes { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    /// The bytes of one line, with its end.
    func line(_ event: LogEvent, at time: Timestamp) -> [UInt8] {
        let priority = isJournal ? "<\(event.level.priority)>" : ""
        switch format {
        case .text, .journal:
            let start = isJournal ? priority : "\(time.iso8601) \(event.level) "
            return Array("\(start)\(text(event))\n".utf8)
        case .json: return Array(priority.utf8) + json(event, time)
        }
    }

    /// The entry of the journal: what a line says, and what it quotes in fields of their own.
    func fields(_ event: LogEvent) -> [UInt8] {
        var fields = JournalFields()
        fields.add("MESSAGE", text(event))
        fields.add("PRIORITY", "\(event.level.priority)")
        fields.add("SYSLOG_IDENTIFIER", "geofence-agent")
        for (key, value) in members(event) {
            if key == Self.kind {
                LogKind(rawValue: "\(value)").map { fields.add("MESSAGE_ID", $0.messageID) }
            } else {
                fields.add(key, "\(value)")
            }
        }
        return fields.bytes
    }

    private func members(_ event: LogEvent) -> [(key: String, value: Logger.MetadataValue)] {
        metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }
    }

    /// The message with what it quotes; people see its kind from that.
    private func text(_ event: LogEvent) -> String {
        let rest = members(event).filter { $0.key != Self.kind }.map { " \($0.key)=\($0.value)" }
        return "\(event.message)\(rest.joined())".printable
    }

    private func json(_ event: LogEvent, _ time: Timestamp) -> [UInt8] {
        JSONWriter.object { json in
            json.member("time", time)
            json.member("level", "\(event.level)")
            json.member("message", "\(event.message)")
            for (key, value) in members(event) {
                if case .stringConvertible(let value) = value, let number = value as? LogNumber {
                    json.member(named: key + number.suffix, json: Array(number.digits.utf8))
                } else {
                    json.member(named: key, "\(value)")
                }
            }
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
