import Foundation

/// What `check --json` prints of one thing that is wrong, or deserves a look.
struct CheckFinding {
    /// How bad it is.
    enum Severity: String {
        /// The agent does not start, or can't work.
        case error
        /// The agent starts.
        case warning
    }

    let problem: ConfigurationProblem
    let severity: Severity

    init(_ problem: ConfigurationProblem, _ severity: Severity) {
        (self.problem, self.severity) = (problem, severity)
    }

    /// What a broker does not let the agent do.
    init(_ text: String, in file: String) {
        self.init(ConfigurationProblem(file: file, position: nil, path: "", message: text), .error)
    }

    /// A list, one finding a line.
    static func text(_ findings: [CheckFinding]) -> String {
        guard !findings.isEmpty else { return "[]" }
        let lines = findings.map { String(decoding: $0.json, as: UTF8.self) }
        return "[\n" + lines.joined(separator: ",\n") + "\n]"
    }

    private var json: [UInt8] {
        JSONWriter.object { json in
            json.member("file", problem.file)
            if let position = problem.position {
                json.member("line", position.line)
                json.member("column", position.column)
            }
            if !problem.path.isEmpty { json.member("path", problem.path) }
            json.member("severity", severity.rawValue)
            json.member("message", problem.message)
        }
    }
}

extension Configuration {
    /// Reads a file, and gives all that is to be said of it, errors before warnings.
    static func loadWithFindings(_ file: String) -> (Configuration?, [CheckFinding]) {
        do {
            let configuration = try load(path: file, environment: ProcessInfo.processInfo.environment)
            return (configuration, configuration.allWarnings(file).map { CheckFinding($0, .warning) })
        } catch {
            return (nil, error.problems.map { CheckFinding($0, .error) })
        }
    }
}
