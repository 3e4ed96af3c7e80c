import GeofenceCore

/// The time zones that have been asked for, so that each file is read once.
struct TimeZoneCache {
    /// Where they are read from.
    let files: TimeZoneFiles
    private var known: [String: Result<TimeZoneTable, TimeZoneFailure>] = [:]
    /// How many were none.
    private var unknownCount = 0

    /// Names that are none for which the nearest is looked for: that takes milliseconds, and a request may
    /// hold thousands.
    private static let mostSuggestions = 4

    /// Nothing asked for yet.
    init(files: TimeZoneFiles) {
        self.files = files
    }

    /// The clocks of a zone, or why there are none.
    mutating func table(_ name: String) throws(TimeZoneFailure) -> TimeZoneTable {
        if let known = known[name] { return try known.get() }
        let suggests = unknownCount < Self.mostSuggestions
        let found = Result { () throws(TimeZoneFailure) in try files.table(name, suggests: suggests) }
        if case .failure = found { unknownCount += 1 }
        known[name] = found
        return try found.get()
    }
}
