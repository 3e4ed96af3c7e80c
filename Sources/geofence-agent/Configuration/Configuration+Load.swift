extension Configuration {
    /// Reads and checks a file, and the files that it names.
    ///
    /// - Parameters:
    ///   - path: The file; what it names relatively is relative to its folder.
    ///   - environment: The environment variables: that of `passwordEnvironment`, and `CREDENTIALS_DIRECTORY`.
    /// - Returns: The configuration with all defaults filled in.
    /// - Throws: `ConfigurationErrors` with everything that is wrong.
    static func load(
        path: String,
        environment: [String: String]
    ) throws(ConfigurationErrors) -> Configuration {
        let reading = ConfigurationReading(file: path, environment: environment)
        guard let configuration = reading.configuration(), reading.problems.isEmpty else {
            throw ConfigurationErrors(problems: reading.problems.inFileOrder)
        }
        return configuration
    }
}

extension [ConfigurationProblem] {
    fileprivate var inFileOrder: [ConfigurationProblem] {
        sorted { ($0.line, $0.column) < ($1.line, $1.column) }
    }
}

extension ConfigurationProblem {
    fileprivate var line: Int { position?.line ?? 0 }
    fileprivate var column: Int { position?.column ?? 0 }
}

extension ConfigurationReading {
    fileprivate func configuration() -> Configuration? {
        guard let bytes = bytes(), let document = document(bytes) else { return nil }
        let value = ValueReader(node: document.root, path: "", reading: self)
        var configuration = Configuration(reading: value)
        configuration?.hash = Fingerprint.fnv1a(bytes)
        configuration?.warnings = warnings.inFileOrder
        return configuration
    }

    private func bytes() -> [UInt8]? {
        do {
            return try FileContents(path: file).bytes
        } catch {
            report("\(error)")
            return nil
        }
    }

    private func document(_ bytes: [UInt8]) -> JSONDocument? {
        if let position = TextPosition(ofInvalidUTF8In: bytes) {
            report("this byte is no UTF-8; save the file in UTF-8", position: position)
            return nil
        }
        do {
            return try JSONDocument.parse(String(decoding: bytes, as: UTF8.self))
        } catch {
            report("\(error)", position: error.position)
            return nil
        }
    }
}
