import GeofenceCore

/// How many devices have become known within the minute at hand.
struct AdmissionWindow {
    private var began = Timestamp.distantPast
    private var count = 0

    /// Counts one more, unless there have been as many as may be; says whether it may become known.
    mutating func admit(upTo limit: Int, at now: Timestamp) -> Bool {
        // A clock that was set back begins a new minute, too.
        if now < began || now.millisecondsSince(began) >= 60_000 { (began, count) = (now, 0) }
        guard count < limit else { return false }
        count += 1
        return true
    }
}
