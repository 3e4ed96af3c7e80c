import Logging
import Synchronization

/// Keeps what is logged, for a test to look at.
final class LogRecorder: Sendable {
    private let lines = Mutex<[String]>([])

    /// What was logged since the last call: message and metadata, sorted by key.
    func take() -> [String] {
        lines.withLock { lines in
            defer { lines = [] }
            return lines
        }
    }

    /// A logger that writes here.
    var logger: Logger {
        Logger(label: "test") { _ in Handler(recorder: self) }
    }

    private struct Handler: LogHandler {
        let recorder: LogRecorder
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        init(recorder: LogRecorder) { self.recorder = recorder }

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let members = (event.metadata ?? [:]).sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }
            recorder.lines.withLock { $0.append("\(event.level) \(event.message)\(members.joined())") }
        }
    }
}
