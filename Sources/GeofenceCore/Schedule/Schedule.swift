/// When a fence is open: weekly windows, and an end for good.
///
/// A fence that is closed holds nobody.
public struct Schedule: Hashable, Sendable {
    /// It is open while any of these is; with none it is open all the time.
    public let windows: [WeeklyWindow]
    /// From this moment on it is closed for good; nil for never.
    public let expires: Timestamp?
    /// Whether one zone's windows, or no windows at all, leave no gap in the week.
    let coversTheWeek: Bool

    /// Makes a schedule.
    public init(windows: [WeeklyWindow] = [], expires: Timestamp? = nil) {
        (self.windows, self.expires) = (windows, expires)
        coversTheWeek = windows.isEmpty || Self.leavesNoGap(windows)
    }

    /// Whether a fence is open at a moment.
    public func isOpen(at time: Timestamp) -> Bool {
        if let expires, time >= expires { return false }
        return coversTheWeek || closing(at: time.wholeSeconds) != nil
    }

    /// The latest end of all stretches that hold a second; nil where all windows are closed then.
    func closing(at second: Int64) -> Int64? {
        var latest: Int64?
        for window in windows {
            guard let closing = window.closing(at: second) else { continue }
            latest = max(latest ?? closing, closing)
        }
        return latest
    }
}
