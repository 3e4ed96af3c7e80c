/// What is kept of one device and one fence: where there is no such record, the device has never been near.
struct FenceMembership: Hashable {
    // What is small stands together, behind what leaves a gap: there may be millions of records.
    /// Since when the status holds; for `inside` the visit's beginning.
    var since = Timestamp.distantPast
    /// When the last visit began.
    var visit = Timestamp.distantPast
    /// Time of the last change of status; no later one may be stamped before.
    var lastTransition = Timestamp.distantPast
    /// Since when the other side has lasted, where a hold waits for its end.
    @PackedMoment var pendingSince: Timestamp?
    /// When the fence opens or closes next; nil where that changes nothing now.
    @PackedMoment var nextChange: Timestamp?
    /// The longest dwell time sent in this visit, in milliseconds.
    var lastDwell: Int64 = 0
    /// The speed limit is exceeded.
    var speeding: Speeding?
    /// What was last decided and reported.
    var status: Status
    /// What makes it inside now; while an exit is held this is already empty.
    var via: Via = []
    /// What made it inside when the hold of an exit began.
    var pendingVia: Via = []
    /// Whether a visit has ever begun.
    var hasBeenInside = false
    /// One fix was inside, but too vague to count alone.
    var awaitsSecondFix = false
    /// The fence's slot in the table.
    var fence: Int32
    /// Number of the last event.
    var sequence: UInt32 = 0
    /// How often the speed limit has been reported to be exceeded in this visit.
    var speedings: UInt32 = 0

    /// Going faster than a fence allows.
    struct Speeding: Hashable {
        var since: Timestamp
        /// The highest speed in km/h.
        var top: Double
        /// The one that is allowed, in km/h.
        var limit: Double
        var isReported = false
    }

    init(fence: Int32, status: Status) { (self.fence, self.status) = (fence, status) }

    /// Whether every observation has to look at it.
    var isActive: Bool {
        status != .outside || !via.isEmpty || pendingSince != nil || awaitsSecondFix
    }

    /// Whether it is outside although its place or network is inside: the fence is closed, and holds nobody.
    var isShutOut: Bool { status == .outside && !via.isEmpty && pendingSince == nil }

    /// Whether a hold or the fence's hours will end something.
    var waits: Bool { pendingSince != nil || nextChange != nil }

    /// Whether there is nothing to decide: known, as it was before, and nothing waits.
    func isSettled(since touched: Scratch.Touched) -> Bool {
        via == touched.before && awaitsSecondFix == touched.awaitedSecondFix && status != .unknown
            && pendingSince == nil
    }

    /// What a status reports where that is what makes the device inside now: while an exit is held, what held
    /// until then.
    func shown(_ via: Via) -> Via {
        status != .inside ? [] : via.isEmpty ? pendingVia : via
    }

    /// The visit that goes on has another beginning: nothing that is to come of it lies before that, and its
    /// dwell times begin anew.
    mutating func beginAnew(_ visit: Timestamp, at time: Timestamp) {
        lastDwell = 0
        since = time
        self.visit = visit
        lastTransition = max(lastTransition, visit)
        pendingSince = pendingSince.map { max($0, visit) }
    }

    /// When a visit begins that would begin at a moment: after the one before, so that no two have one id.
    func beginning(at time: Timestamp) -> Timestamp {
        max(time, visit.advanced(byMilliseconds: 1))
    }
}
