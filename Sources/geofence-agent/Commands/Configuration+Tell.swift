import Foundation

extension Configuration {
    /// Reads a file for a command; tells errors and warnings on standard error.
    ///
    /// The file `elsewhere` is not looked at where `fenceFiles` names it.
    static func loadOrTell(_ file: String, except elsewhere: String? = nil) -> Configuration? {
        do {
            let configuration = try load(
                path: file,
                except: elsewhere,
                environment: ProcessInfo.processInfo.environment
            )
            for warning in configuration.warnings { StandardError.print("\(warning) (a warning)") }
            return configuration
        } catch {
            StandardError.print("\(error)")
            return nil
        }
    }
}
