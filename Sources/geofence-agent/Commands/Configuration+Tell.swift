import Foundation

extension Configuration {
    /// Reads a file for a command; tells errors and warnings on standard error.
    static func loadOrTell(_ file: String) -> Configuration? {
        do {
            let configuration = try load(path: file, environment: ProcessInfo.processInfo.environment)
            for warning in configuration.warnings { StandardError.print("\(warning) (a warning)") }
            return configuration
        } catch {
            StandardError.print("\(error)")
            return nil
        }
    }
}
