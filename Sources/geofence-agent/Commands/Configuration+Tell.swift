import Foundation

extension Configuration {
    /// Reads a file for a command; tells errors and warnings on standard error.
    ///
    /// Of the files that it names those alone are read that the command needs; the file `elsewhere` is not looked at where `fenceFiles` names it.
    static func loadOrTell(
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
            for warning in configuration.warnings { StandardError.print("\(warning) (a warning)") }
            return configuration
        } catch {
            StandardError.print("\(error)")
            return nil
        }
    }
}
