import GeofenceCore

extension Schedule {
    /// Reads `schedule` and `expires` of a fence; nil where something is wrong, and where neither is there.
    init?(reading schedule: ValueReader?, expires: ValueReader?) {
        guard schedule != nil || expires != nil else { return nil }
        let windows = schedule.map { $0.windows() } ?? []
        let end = expires.map { $0.moment() }
        guard let windows else { return nil }
        if let end, end == nil { return nil }
        self.init(windows: windows, expires: end ?? nil)
    }
}

extension ValueReader {
    /// The windows of `schedule`; nil where something is wrong.
    func windows() -> [WeeklyWindow]? {
        guard let list = list() else { return nil }
        guard !list.isEmpty else {
            return refuse("must not be empty; name the times when the fence is open, or remove it")
        }
        let windows = list.compactMap(WeeklyWindow.init(reading:))
        return windows.count == list.count ? windows : nil
    }

    /// The moment of `expires`: ISO 8601 with a zone.
    func moment() -> Timestamp? {
        guard let text = text() else { return nil }
        if let moment = Timestamp(iso8601: text) { return moment }
        if Timestamp(iso8601UTC: text.utf8) != nil {
            return refuse("\"\(text)\" needs a zone; put Z (UTC) or an offset such as +01:00 after it")
        }
        return refuse("\"\(text)\" is no date and time such as \"2026-12-31T23:00:00Z\"")
    }
}
