/// Why the demonstration ends before its time.
enum DemoFailure: Error, CustomStringConvertible {
    /// The broker doesn't start.
    case noBroker(String)
    /// The broker has ended, or doesn't talk to us.
    case brokerLost(String, log: String)
    /// The agent has ended.
    case agentEnded(String, log: String)
    /// The agent runs, but says nothing.
    case agentSilent(log: String)
    /// The system refuses a folder, a file or a process.
    case system(String)
    /// Nobody reads what is printed.
    case outputClosed

    var description: String {
        switch self {
        case .noBroker(let reason): "There is no broker: \(reason)"
        case .brokerLost(let reason, let log): "The broker is lost: \(reason)\nIts log:\n\(Self.tail(log))"
        case .agentEnded(let how, let log): "The agent has ended \(how)\nIts log:\n\(Self.tail(log))"
        case .agentSilent(let log): "The agent doesn't come online\nIts log:\n\(Self.tail(log))"
        case .system(let reason): reason
        case .outputClosed: "Nobody reads the output any more"
        }
    }

    /// How the program ends.
    var exitStatus: ExitStatus {
        switch self {
        case .noBroker, .brokerLost: .noBroker
        case .agentEnded, .agentSilent, .system: .software
        case .outputClosed: .done
        }
    }

    /// The last lines of a log, indented.
    private static func tail(_ log: String) -> String {
        let lines = log.split(separator: "\n").suffix(20).map { "  \($0)" }
        return lines.isEmpty ? "  (empty)" : lines.joined(separator: "\n")
    }
}
