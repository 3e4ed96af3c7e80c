import GeofenceCore

/// Several documents of fences, among which, and beside which, no id is there twice.
struct FenceMerge {
    /// The rules that count where a feature has none of its own.
    let rules: Rules
    /// What was read, in its order.
    private(set) var imports: [FenceImport] = []
    private var names: FenceNames
    /// The files that were read, with the names by which they were.
    private var files: [FileIdentity: String] = [:]
    private let timeZones: TimeZoneCache

    /// Nothing read yet; beside these fences, and with these time zones for schedules.
    init(rules: Rules, fences: [Fence], in file: String, timeZones: TimeZoneFiles) {
        self.rules = rules
        self.timeZones = TimeZoneCache(files: timeZones)
        names = FenceNames(fences, in: file)
    }

    /// Whether anything is refused, so that nothing is taken.
    var isRefused: Bool { imports.contains(where: \.isRefused) }

    /// All fences; none where anything is refused.
    var fences: [Fence] {
        guard !isRefused else { return [] }
        // Those of one alone are not copied.
        return imports.count == 1 ? imports[0].fences : imports.flatMap(\.fences)
    }

    /// Reads a file; one that was read already is passed over, with a note.
    ///
    /// `reached` is called with how many bytes of it are done.
    mutating func read(
        _ file: String,
        format: FenceFileFormat?,
        options: FenceFileOptions,
        reached: ((Int) -> Void)? = nil
    ) {
        let path = file == "-" ? "/dev/stdin" : file
        if let identity = FileIdentity(path) {
            if let first = files[identity] {
                var again = FenceImport(file: file)
                again.notes = ["is \(first) once more, and read once"]
                return imports.append(again)
            }
            files[identity] = file
        }
        do throws(FileError) {
            add(try document(file, path, format, options, reached))
        } catch {
            var refused = FenceImport(file: file)
            let problem = ConfigurationProblem(file: file, position: nil, path: "", message: "\(error)")
            refused.problems = [problem]
            imports.append(refused)
        }
    }

    /// Of a table, one row is in memory at a time.
    private func document(
        _ file: String,
        _ path: String,
        _ format: FenceFileFormat?,
        _ options: FenceFileOptions,
        _ reached: ((Int) -> Void)?
    ) throws(FileError) -> FenceImport {
        guard (format ?? FenceFileFormat(file: file)) != .csv else {
            return FenceDocument.read(
                table: try PieceSource(file: path),
                file: file,
                rules: rules,
                options: options,
                timeZones: timeZones,
                reached: reached
            )
        }
        return FenceDocument.read(
            try FileContents(path: path, upTo: FileContents.longestDocument).bytes,
            file: file,
            format: format,
            rules: rules,
            options: options,
            timeZones: timeZones,
            reached: reached
        )
    }

    /// Adds a document that has been read.
    mutating func add(_ document: FenceImport) {
        var document = document
        names.add(&document)
        if document.isRefused { (document.fences, document.positions) = ([], []) }
        imports.append(document)
    }
}
