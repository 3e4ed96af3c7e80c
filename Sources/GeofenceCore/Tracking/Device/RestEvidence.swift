/// What a fence makes of a device at rest beyond what holds for all: fixes on the other side, and a rest of
/// its own.
struct RestEvidence: Hashable {
    /// Fixes in a row on the other side.
    struct Run: Hashable {
        var since = Timestamp.distantPast
        var count: Int32 = 0

        /// One more; says whether they are enough, and old enough.
        mutating func add(_ time: Timestamp, lasting milliseconds: Int64) -> Bool {
            if count == 0 { since = time }
            if count < .max { count += 1 }
            return count >= 3 && time.millisecondsSince(since) >= milliseconds
        }
    }

    let fence: Int32
    /// Those clear of the edge, and those that are just beyond it by their accuracy.
    var clear = Run()
    var near = Run()
    /// The fence's own rest, since evidence has begun it anew; nil where the device's counts.
    var own: Rest?
    /// What the fix at hand is to the fence's own rest.
    var step = Rest.Step.moving
    /// Whether the fix at hand ends no run.
    var goesOn = false

    init(fence: Int32) { self.fence = fence }

    /// Takes a fix at rest on the other side, maybe clear of the edge; says whether the evidence is steady.
    mutating func add(_ time: Timestamp, isClear: Bool) -> Bool {
        goesOn = true
        let isLong = near.add(time, lasting: 1_800_000)
        guard isClear else {
            clear = Run()
            return isLong
        }
        return clear.add(time, lasting: 60_000) || isLong
    }

    /// Ends the runs.
    mutating func endRuns() { (clear, near) = (Run(), Run()) }
}
