/// What the reading of one configuration file has at hand and has found.
///
/// A class, so that the readers of all the file's values add to one list.
final class ConfigurationReading {
    /// The file, named as it was asked for.
    let file: String
    /// The environment variables.
    let environment: [String: String]
    /// The files that are read with it.
    let files: WantedFiles
    /// The time zones of this machine.
    var timeZones: TimeZoneCache
    /// What makes the file unusable.
    private(set) var problems: [ConfigurationProblem] = []
    /// What deserves a look.
    private(set) var warnings: [ConfigurationProblem] = []

    /// Starts with nothing found.
    init(file: String, environment: [String: String], files: WantedFiles = .all) {
        self.file = file
        self.files = files
        self.environment = environment
        timeZones = TimeZoneCache(files: TimeZoneFiles(environment: environment))
    }

    /// Adds a problem.
    func report(_ message: String, path: String = "", position: TextPosition? = nil) {
        problems.append(ConfigurationProblem(file: file, position: position, path: path, message: message))
    }

    /// Adds a warning.
    func warn(_ message: String, path: String, position: TextPosition) {
        warnings.append(ConfigurationProblem(file: file, position: position, path: path, message: message))
    }

    /// Adds what was found in another file.
    func include(_ problems: [ConfigurationProblem], _ warnings: [ConfigurationProblem]) {
        self.problems += problems
        self.warnings += warnings
    }

    /// A path that is relative to the file's folder, as the program can open it.
    func resolve(_ path: String) -> String {
        guard !path.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return path }
        return file[...slash] + path
    }
}
