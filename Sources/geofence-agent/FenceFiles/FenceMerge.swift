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
    var fences: [Fence] { isRefused ? [] : imports.flatMap(\.fences) }

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
        do {
            let bytes = try FileContents(path: path, upTo: FileContents.longestDocument).bytes
            add(
                FenceDocument.read(
                    bytes,
                    file: file,
                    format: format,
                    rules: rules,
                    options: options,
                    timeZones: timeZones,
                    reached: reached
                )
            )
        } catch {
            var refused = FenceImport(file: file)
            let problem = ConfigurationProblem(file: file, position: nil, path: "", message: "\(error)")
            refused.problems = [problem]
            imports.append(refused)
        }
    }

    /// Adds a document that has been read.
    mutating func add(_ document: FenceImport) {
        var document = document
        for index in document.fences.indices { names.add(index, of: &document) }
        if document.isRefused { (document.fences, document.positions) = ([], []) }
        imports.append(document)
    }
}
