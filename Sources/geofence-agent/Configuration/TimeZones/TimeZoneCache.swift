import GeofenceCore

/// The time zones that have been asked for, so that each file is read once.
struct TimeZoneCache {
    /// Where they are read from.
    let files: TimeZoneFiles
    private var known: [String: Result<TimeZoneTable, TimeZoneFailure>] = [:]

    /// Nothing asked for yet.
    init(files: TimeZoneFiles) {
        self.files = files
    }

    /// The clocks of a zone, or why there are none.
    mutating func table(_ name: String) throws(TimeZoneFailure) -> TimeZoneTable {
        if let known = known[name] { return try known.get() }
        let found = Result { () throws(TimeZoneFailure) in try files.table(name) }
        known[name] = found
        return try found.get()
    }
}
