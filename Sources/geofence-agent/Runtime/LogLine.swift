import GeofenceCore
import Glibc
import Logging

/// Writes log lines to standard error, where the service manager or the terminal takes them.
struct LogLine: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level
    let format: LogSettings.Format

    init(level: Logger.Level, format: LogSettings.Format) {
        logLevel = level
        self.format = format
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let metadata = self.metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }
        let members = metadata.map { (key: $0.key, text: "\($0.value)") }
        let line =
            switch format {
            case .text: text(event.level, "\(event.message)", members)
            case .json: json(event.level, "\(event.message)", members)
            }
        line.withUnsafeBytes { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    private func text(_ level: Logger.Level, _ message: String, _ members: [(key: String, text: String)])
        -> [UInt8]
    {
        let rest = members.map { " \($0.key)=\($0.text)" }.joined()
        return Array("\(Clock.now.iso8601) \(level) \(Self.printable(message + rest))\n".utf8)
    }

    private func json(_ level: Logger.Level, _ message: String, _ members: [(key: String, text: String)])
        -> [UInt8]
    {
        JSONWriter.object { json in
            json.member("time", Clock.now)
            json.member("level", "\(level)")
            json.member("message", message)
            for member in members { json.member(named: member.key, member.text) }
        } + [UInt8(ascii: "\n")]
    }

    /// A message may quote what strangers sent: control characters would let it forge lines or steer a terminal.
    private static func printable(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            return text
        }
        return text.unicodeScalars.map { scalar in
            scalar.properties.generalCategory == .control ? scalar.escaped(asASCII: true) : String(scalar)
        }.joined()
    }
}
