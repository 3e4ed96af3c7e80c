import GeofenceCore

/// A file of fences that a configuration names.
struct FenceFile: Hashable, Sendable {
    /// As it can be opened.
    let path: String
    /// Which of the configuration's fences are its own.
    let fences: Range<Int>
}

extension Configuration {
    /// Reads the files of `fenceFiles` and adds their fences; what is wrong is reported with file, line and
    /// column.
    ///
    /// The file `elsewhere` is not looked at, as it is about to be written anew.
    mutating func readFenceFiles(_ keys: [ValueReader], except elsewhere: String? = nil) {
        let list = keys.compactMap { $0.list() }.joined()
        guard let reading = keys.first?.reading else { return }
        guard reading.files.contains(.fences) else { return list.forEach { _ = $0.text() } }
        var known = FenceNames(fences, in: reading.file)
        var paths: Set<String> = []
        var files: Set<FileIdentity> = []
        for element in list {
            for path in element.files() where paths.insert(path).inserted && path != elsewhere {
                // A file that is named in two ways, or by two patterns, is read once.
                if let file = FileIdentity(path), !files.insert(file).inserted { continue }
                readFenceFile(path, element, &known)
            }
        }
    }

    private mutating func readFenceFile(_ path: String, _ key: ValueReader, _ known: inout FenceNames) {
        let bytes: [UInt8]
        do {
            bytes = try FileContents(path: path, upTo: FileContents.longestDocument).bytes
        } catch {
            return key.report("\(error): \(path)")
        }
        hash = Fingerprint.fnv1a(bytes, after: hash)
        var document = FenceDocument.read(
            bytes,
            file: path,
            rules: rules,
            options: FenceFileOptions(properties: additions.properties),
            timeZones: key.reading.timeZones
        )
        known.add(&document)
        key.reading.include(document.problems, document.warnings)
        guard !document.isRefused else { return }
        fenceFiles.append(FenceFile(path: path, fences: fences.count..<fences.count + document.fences.count))
        fences += document.fences
    }
}

extension ValueReader {
    /// The files that one entry of a list of files stands for.
    func files() -> [String] {
        guard let text = text() else { return [] }
        let pattern = FilePattern(text: text)
        guard pattern.isPattern else { return [reading.resolve(text)] }
        let files = pattern.files(in: reading.resolve(""))
        if files.isEmpty { warn("no file is called so; \(reading.resolve(text)) stands for none") }
        return files
    }
}

extension FenceImport {
    /// What was noticed that deserves a look whenever the configuration is read: the first few, and how many
    /// more there are.
    fileprivate var warnings: [ConfigurationProblem] {
        var warnings: [ConfigurationProblem] = []
        for feature in features.shown {
            for note in feature.notes where note.deservesLook {
                let name = if case .taken(let id) = feature.outcome { "\(id): " } else { "" }
                warnings.append(
                    ConfigurationProblem(
                        file: file,
                        position: feature.position,
                        path: "",
                        message: "\(name)\(note)"
                    )
                )
            }
        }
        guard warnings.count > Self.maximumWarnings else { return warnings }
        let more = warnings.count - Self.maximumWarnings
        let rest = "\(more) more; geofence-agent fences import \(file) tells all of them"
        return warnings.prefix(Self.maximumWarnings)
            + [ConfigurationProblem(file: file, position: nil, path: "", message: rest)]
    }

    private static let maximumWarnings = 5
}
