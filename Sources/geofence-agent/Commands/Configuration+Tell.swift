import Foundation
import Logging

extension Configuration {
    /// Reads a file for a command; reports errors and warnings on standard error.
    ///
    /// Of the files that it names those alone are read that the command needs; the file `elsewhere` is not
    /// looked at where `fenceFiles` names it.
    static func loadOrReport(
        _ file: String,
        files: WantedFiles = .all,
        except elsewhere: String? = nil
    ) -> Configuration? {
        do {
            let configuration = try load(
                path: file,
                files: files,
                except: elsewhere,
                environment: ProcessInfo.processInfo.environment
            )
            for warning in configuration.allWarnings(file) { StandardError.print("\(warning) (a warning)") }
            return configuration
        } catch {
            StandardError.print("\(error)")
            return nil
        }
    }

    /// Reads a file again for an agent that runs; reports errors and warnings in its log, a line each.
    static func loadOrLog(_ file: String, _ log: Logger) -> Configuration? {
        guard file != standardInput else {
            log.error(
                "nothing is changed: the configuration came on standard input, which is read once; name a file with --config"
            )
            return nil
        }
        do {
            let configuration = try load(path: file, environment: ProcessInfo.processInfo.environment)
            for warning in configuration.allWarnings(file) { log.warning("\(warning)") }
            return configuration
        } catch {
            for problem in error.problems { log.error("\(problem)") }
            log.error(
                "nothing is changed: the configuration of before stays in force",
                metadata: .of(.configurationRefused)
            )
            return nil
        }
    }

    /// What deserves a look, with what only the commands know that there are.
    func allWarnings(_ file: String) -> [ConfigurationProblem] {
        let own = requests.warnings + [http?.map?.tiles?.problem].compactMap(\.self)
        return warnings
            + own.map { ConfigurationProblem(file: file, position: nil, path: "", message: $0) }
    }
}
