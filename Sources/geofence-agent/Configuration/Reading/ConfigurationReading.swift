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
    /// What makes the file unusable, without what is wrong in files that it includes.
    private(set) var problems: [ConfigurationProblem] = []
    /// What deserves a look in it.
    private(set) var warnings: [ConfigurationProblem] = []
    /// The readings of files that it includes, in the order in which they were read.
    private(set) var included: [ConfigurationReading] = []
    /// What texts with environment variables came to, in the file's order.
    private(set) var expandedTexts: [String] = []
    /// Bytes of these.
    private(set) var expandedBytes = 0
    /// Such texts as they were written, by their place.
    private var writtenTexts: [TextPosition: String] = [:]
    /// Places of texts that could not be expanded, of which nothing more is to be said.
    private var unusable: Set<TextPosition> = []

    /// Starts with nothing found.
    init(file: String, environment: [String: String], files: WantedFiles = .all) {
        self.file = file
        self.files = files
        self.environment = environment
        timeZones = TimeZoneCache(files: TimeZoneFiles(environment: environment))
    }

    /// Adds a problem, unless it comes of an environment variable that has been reported.
    func report(_ message: String, path: String = "", position: TextPosition? = nil) {
        if let position, unusable.contains(position) { return }
        problems.append(ConfigurationProblem(file: file, position: position, path: path, message: message))
    }

    /// Drops the last problems, of which enough are known: the file is unusable all the same.
    func dropProblems(from index: Int) {
        if index > 0, index < problems.count { problems.removeLast(problems.count - index) }
    }

    /// Adds a warning.
    func warn(_ message: String, path: String, position: TextPosition) {
        warnings.append(ConfigurationProblem(file: file, position: position, path: path, message: message))
    }

    /// Remembers what a text with environment variables came to; one that is not usable has been reported.
    func noteExpansion(of written: String, to text: String, at position: TextPosition, isUsable: Bool) {
        writtenTexts[position] = written
        expandedTexts.append(text)
        expandedBytes += text.utf8.count
        if !isUsable { unusable.insert(position) }
    }

    /// The text at a place as it was written, where environment variables were put into it.
    ///
    /// Errors of secrets show this: somebody may have put the secret itself into the variable.
    func writtenText(at position: TextPosition) -> String? { writtenTexts[position] }

    /// Adds what was found in another file.
    func include(_ problems: [ConfigurationProblem], _ warnings: [ConfigurationProblem]) {
        self.problems += problems
        self.warnings += warnings
    }

    /// What makes it unusable, then what makes those unusable that it includes.
    var allProblems: [ConfigurationProblem] { problems + included.flatMap(\.allProblems) }

    /// What deserves a look in it, then in those that it includes.
    var allWarnings: [ConfigurationProblem] { warnings + included.flatMap(\.allWarnings) }

    /// The reading of a file that this one includes.
    func including(_ file: String) -> ConfigurationReading {
        let reading = ConfigurationReading(file: file, environment: environment, files: files)
        included.append(reading)
        return reading
    }

    /// A path that is relative to the file's folder, as the program can open it.
    func resolve(_ path: String) -> String {
        guard !path.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return path }
        return file[...slash] + path
    }
}
