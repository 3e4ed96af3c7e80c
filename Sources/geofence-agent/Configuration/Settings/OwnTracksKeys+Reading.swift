import Foundation

extension OwnTracksKeys {
    /// Reads `keyFile`: a file, or a template such as `keys/{user}-{device}.key`, whose files in that folder
    /// are read now; nil where something is wrong.
    init?(reading value: ValueReader, pattern: TopicPattern) {
        guard let path = value.text() else { return nil }
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { String(path[...$0]) } ?? ""
        let file = String(path[(slash.map(path.index(after:)) ?? path.startIndex)...])
        guard !folder.contains("{") else {
            value.report("only the name of the file may have {name} in it, not its folder")
            return nil
        }
        guard let name = Self.template(file, pattern, value) else { return nil }
        let names = file.contains("{") ? Self.names(in: folder, like: file, value) : [file]
        guard let names else { return nil }
        var files: [[UInt8]: Secret] = [:]
        for name in names {
            let found = value.secretFile(at: folder + name) { file throws(FileError) in try file.passphrase()
            }
            guard let key = found?.content else { return nil }
            files[Array(name.utf8)] = key
        }
        self.init(name: name, files: files)
    }

    private static func template(_ file: String, _ pattern: TopicPattern, _ value: ValueReader)
        -> TopicTemplate?
    {
        guard !file.isEmpty, !file.hasPrefix("$") else {
            return value.refuse("must name a file, such as keys/{user}-{device}.key")
        }
        do {
            let name = try DeviceTemplate(file, variables: pattern.variables)
            return TopicTemplate(pattern: pattern, device: name)
        } catch {
            return value.refuse("\(error)")
        }
    }

    /// The files of a folder whose names may come of a template.
    private static func names(in folder: String, like file: String, _ value: ValueReader) -> [String]? {
        let path = value.reading.resolve(folder.isEmpty ? "./" : folder)
        guard let all = try? FileManager.default.contentsOfDirectory(atPath: path) else {
            return value.refuse("\(path) can't be read; make this folder, with a file for each device")
        }
        let start = file.prefix { $0 != "{" }
        let end = file.suffix(from: file.lastIndex(of: "}").map(file.index(after:)) ?? file.endIndex)
        let names = all.filter { $0.hasPrefix(start) && $0.hasSuffix(end) && !$0.hasPrefix(".") }.sorted()
        if names.isEmpty { value.warn("no file in \(path) is called so; encrypted messages are refused") }
        return names
    }
}
