/// One thing that is wrong in a configuration file.
struct ConfigurationProblem: Hashable, Sendable, CustomStringConvertible {
    /// The file, named as it was asked for.
    let file: String
    /// Where in the file; nil where the file can't be read at all.
    let position: TextPosition?
    /// The way to the key, such as `fences[2].radius`; empty for the file as a whole.
    let path: String
    /// What is wrong, and what to do.
    let message: String

    /// `FILE:LINE:COLUMN: path.to.key: what is wrong, what to do`.
    var description: String {
        let place = position.map { "\(file):\($0)" } ?? file
        return path.isEmpty ? "\(place): \(message)" : "\(place): \(path): \(message)"
    }
}

/// All that is wrong in a configuration file.
struct ConfigurationErrors: Error, Hashable, Sendable, CustomStringConvertible {
    /// In the order of the file; at least one.
    let problems: [ConfigurationProblem]

    /// One line for each.
    var description: String { problems.map(\.description).joined(separator: "\n") }
}
