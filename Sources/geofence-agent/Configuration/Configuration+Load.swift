extension Configuration {
    /// What stands for standard input in the place of a file.
    static let standardInput = "-"

    /// Reads and checks a file, and the files that it names.
    ///
    /// - Parameters:
    ///   - path: The file; what it names relatively is relative to its folder. `-` is standard input, and the
    ///     folder then the one that the program was started in.
    ///   - files: Which of the files that it names are read, of those that not every command needs.
    ///   - elsewhere: A file of fences that is not looked at, as it is about to be written anew.
    ///   - environment: The environment variables: those that texts name, that of `passwordEnvironment`, and
    ///     `CREDENTIALS_DIRECTORY`.
    /// - Returns: The configuration with all defaults filled in.
    /// - Throws: `ConfigurationErrors` with everything that is wrong.
    static func load(
        path: String,
        files: WantedFiles = .all,
        except elsewhere: String? = nil,
        environment: [String: String]
    ) throws(ConfigurationErrors) -> Configuration {
        let reading = ConfigurationReading(file: path, environment: environment, files: files)
        guard let configuration = reading.configuration(except: elsewhere) else {
            throw ConfigurationErrors(problems: reading.allProblems.inFileOrder(first: path))
        }
        return configuration
    }

    /// Reads of a file where the broker is and where the agent publishes, for a command that asks a running
    /// agent; all else in it may be wrong.
    ///
    /// - Throws: `ConfigurationErrors` with everything that is wrong with these.
    static func loadConnection(
        path: String,
        environment: [String: String]
    ) throws(ConfigurationErrors) -> (mqtt: MQTTSettings, topics: TopicSettings) {
        let reading = ConfigurationReading(file: path, environment: environment, files: [])
        let connection = reading.connection()
        guard let connection, reading.problems.isEmpty else {
            throw ConfigurationErrors(problems: reading.problems.inFileOrder(first: path))
        }
        return connection
    }
}

extension [ConfigurationProblem] {
    /// Those of the configuration itself by their place, then those of other files in the order in which they
    /// were read.
    fileprivate func inFileOrder(first file: String) -> [ConfigurationProblem] {
        filter { $0.file == file }.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
            + filter { $0.file != file }
    }
}

extension ConfigurationProblem {
    fileprivate var line: Int { position?.line ?? 0 }
    fileprivate var column: Int { position?.column ?? 0 }
}

extension ConfigurationReading {
    fileprivate func configuration(except elsewhere: String?) -> Configuration? {
        guard let (value, hash) = root() else { return nil }
        var configuration = Configuration(reading: value, hash: hash, except: elsewhere)
        configuration?.warnings = allWarnings.inFileOrder(first: file)
        return allProblems.isEmpty ? configuration : nil
    }
}

extension ConfigurationReading {
    /// The file's outermost value, with environment variables in its texts, and the fingerprint of it and of
    /// what was read before; nil, and reported, where it can't be read.
    func root(after hash: String = "") -> (value: ValueReader, hash: String)? {
        guard let bytes = bytes(), let document = document(bytes) else { return nil }
        let value = ValueReader(node: expandingEnvironment(in: document.root), path: "", reading: self)
        let own = hash.isEmpty ? Fingerprint.fnv1a(bytes) : Fingerprint.fnv1a(bytes, after: hash)
        return (value, expandedTexts.reduce(own) { Fingerprint.fnv1a(Array($1.utf8) + [0], after: $0) })
    }

    fileprivate func connection() -> (MQTTSettings, TopicSettings)? {
        guard let bytes = bytes(), let root = document(bytes)?.root else { return nil }
        let keys = [Configuration.Key.mqtt, .topics].map(\.rawValue)
        guard case .object(let members) = root.value else {
            return ValueReader(node: root, path: "", reading: self).wrongKind("an object in { }")
        }
        // What other keys have is not even looked at, such as environment variables that are not set here.
        let known = members.filter { keys.contains($0.key) }
        let part = JSONNode(position: root.position, value: .object(known))
        let value = ValueReader(node: expandingEnvironment(in: part), path: "", reading: self)
        guard let object = value.object(Configuration.Key.self) else { return nil }
        guard let broker = object.required(.mqtt, Configuration.brokerHint) else { return nil }
        return (MQTTSettings(reading: broker), object[.topics].map(TopicSettings.init(reading:)) ?? .init())
    }

    private func bytes() -> [UInt8]? {
        do {
            return try FileContents(path: file == Configuration.standardInput ? "/dev/stdin" : file).bytes
        } catch {
            report("\(error)")
            return nil
        }
    }
}
