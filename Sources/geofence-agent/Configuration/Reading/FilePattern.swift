internal import CLibrary

/// The name of a file, or a pattern of names: `fences/*.geojson`.
///
/// `*`, `?` and `[…]` are those of the shell, within one folder (glob(3)); names that begin with a point need
/// one in the pattern.
struct FilePattern: Hashable, Sendable {
    /// As written.
    let text: String

    /// Whether it may stand for several files, or none.
    var isPattern: Bool { text.contains { "*?[".contains($0) } }

    /// The files that it stands for, in the order of their names' bytes; folders, pipes and devices are none
    /// of them.
    ///
    /// A relative name begins in the folder `base`, which has a slash at the end, or is empty; what it holds
    /// is no pattern.
    func files(in base: String) -> [String] {
        let pattern = text.hasPrefix("/") ? text : Self.escaped(base) + text
        var found = glob_t()
        defer { globfree(&found) }
        guard glob(pattern, GLOB_NOSORT, nil, &found) == 0 else { return [] }
        let names = (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0].map { String(cString: $0) } }
        return names.filter(Self.isRegular).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    private static func isRegular(_ path: String) -> Bool {
        var information = stat()
        return stat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFREG
    }

    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { escaped, character in
            if "*?[]\\".contains(character) { escaped += "\\" }
            escaped.append(character)
        }
    }
}
