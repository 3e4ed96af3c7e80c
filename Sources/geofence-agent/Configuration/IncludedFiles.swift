internal import CLibrary

/// The files that a configuration includes, and those that these include, each read once.
struct IncludedFiles {
    /// Most files.
    static let most = 256
    /// Most files within each other.
    static let mostLevels = 8

    /// What they say, in the order in which they are named; a file stands before those that it includes.
    private(set) var parts: [ConfigurationPart] = []
    /// The fingerprint of the configuration with them.
    private(set) var hash: String
    private var known: Set<String>
    private var count = 0

    /// Reads those that `include` of the configuration names, which is file `root` with the fingerprint
    /// `hash`.
    init(_ include: ValueReader?, root: String, hash: String) {
        self.hash = hash
        known = [Self.realPath(root)]
        if let include { read(include, level: 1) }
    }

    private mutating func read(_ include: ValueReader, level: Int) {
        for entry in include.list() ?? [] {
            guard let text = entry.text() else { continue }
            guard level <= Self.mostLevels else {
                return entry.report(
                    "is the \(level)th level of files within files; at most \(Self.mostLevels) are read"
                )
            }
            let isPattern = FilePattern(text: text).isPattern
            for file in entry.files() {
                guard known.insert(Self.realPath(file)).inserted else {
                    // A pattern may stand for the file that it is in, and for those that are named besides.
                    if !isPattern {
                        entry.report("\(file) is read already; no file is included twice, or by itself")
                    }
                    continue
                }
                count += 1
                guard count <= Self.most else {
                    return entry.report("with this more than \(Self.most) files are included")
                }
                read(file, entry, level: level)
            }
        }
    }

    private mutating func read(_ file: String, _ entry: ValueReader, level: Int) {
        guard FileContents.exists(file) else { return entry.report("no such file: \(file)") }
        let reading = entry.reading.including(file)
        guard let (value, hash) = reading.root(after: hash) else { return }
        self.hash = hash
        guard let object = value.object(ConfigurationPart.Key.self) else { return }
        parts.append(ConfigurationPart(object))
        if let more = object[.include] { read(more, level: level + 1) }
    }

    /// A file by its one true name; as it is where there is none.
    private static func realPath(_ path: String) -> String {
        guard let name = realpath(path, nil) else { return path }
        defer { free(name) }
        return String(cString: name)
    }
}
