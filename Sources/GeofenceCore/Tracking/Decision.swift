/// How one decision about a device and a fence came about.
///
/// Nearly every fix makes some, so it says who and where by index and slot, and holds no reference: a copy
/// costs as much as its bytes.
public struct Decision: Hashable, Sendable {
    /// What a fix was held against.
    public struct Measure: Hashable, Sendable {
        /// Signed metres from the fix to the edge, negative inside.
        public var distance: Double
        /// Metres that counted as its accuracy.
        public var accuracy: Double
        /// Whether the device has reported that, and nothing stands for it.
        public var isAccuracyTold = true
        /// The rule; nil for the first fix of a device, which is judged by its point alone, and where a rule
        /// of the program's own has judged: the next two are 0 then.
        public var rule: AccuracyRule?
        /// Up to this signed distance in metres the fix means inside.
        public var insideUpTo: Double
        /// Beyond this signed distance in metres it means outside.
        public var outsideBeyond: Double
        /// The fence's scale in metres: where the accuracy is worse, a second fix inside is needed.
        public var scale: Double
        /// Where the device rests, if that was judged in the place of the fix.
        public var rest: AtRest?

        /// The rest of a device.
        public struct AtRest: Hashable, Sendable {
            /// When it began.
            public var since: Timestamp
            /// The middle of its fixes.
            public var place: Coordinate
            /// The mean of their accuracies, in metres.
            public var accuracy: Double
            /// Signed metres from the middle to the edge, negative inside.
            public var distance: Double
        }
    }

    /// What was found.
    public enum Verdict: String, Hashable, Sendable {
        /// The fix is inside.
        case inside
        /// The fix is inside, but so inaccurate that the next one must be too.
        case insideUnconfirmed = "inside-once-more"
        /// The fix is outside.
        case outside
        /// The fix proves nothing.
        case undecided
        /// The fix is too inaccurate to be used.
        case refused
        /// The fix is away from where the device rests, and does not end the rest yet.
        case withheld
        /// The fix is above or below the fence's heights.
        case otherHeight = "other-height"
        /// On one of the fence's networks.
        case onNetwork = "on-network"
        /// On none of them.
        case offNetwork = "off-network"
        /// A hold has ended, or a dwell time has come.
        case due
        /// The fence has opened.
        case opened
        /// The fence has closed.
        case closed
        /// The way from the fix before cuts the fence.
        case crossed
        /// Nothing has been heard for too long.
        case stale
    }

    /// The device's number.
    public var device: Int
    /// The fence's slot.
    public var fence: Int32
    /// When.
    public var time: Timestamp
    /// What was found.
    public var verdict: Verdict
    /// Where the fix was that was judged; nil where none was.
    public var place: Coordinate?
    /// The numbers, where a fix was judged.
    public var measure: Measure?
    /// The status before.
    public var before: Status
    /// The status after.
    public var after: Status
    /// When the hold ends that keeps the status from following; nil where none does.
    public var heldUntil: Timestamp?
}

extension Decision {
    /// Whether a fix was judged, or one away from a rest was withheld.
    fileprivate var judgesFix: Bool { measure != nil || verdict == .withheld }
}

extension DeviceState {
    /// Explains what was found of a fence; what came of it is added by `concludeDecisions`.
    ///
    /// It changes nothing of the device, as what else is `mutating` here: the device would be copied for the
    /// call otherwise.
    mutating func explain(
        _ verdict: Decision.Verdict,
        measuring measure: Decision.Measure? = nil,
        _ slot: Int32,
        at time: Timestamp,
        _ context: inout StepContext,
        _ effects: inout Effects
    ) {
        guard effects.explains else { return }
        let status = status(slot, context.fences)
        effects.decisions.append(
            Decision(
                device: number,
                fence: slot,
                time: time,
                verdict: verdict,
                measure: measure,
                before: status,
                after: status
            )
        )
    }

    /// Adds to explanations what came of them, and where the fix was for those that judged one.
    mutating func concludeDecisions(
        from first: Int,
        _ fix: Fix?,
        _ context: inout StepContext,
        _ effects: inout Effects
    ) {
        guard effects.explains else { return }
        for index in first..<effects.decisions.count {
            let slot = effects.decisions[index].fence
            if effects.decisions[index].judgesFix { effects.decisions[index].place = fix?.coordinate }
            effects.decisions[index].after = status(slot, context.fences)
            effects.decisions[index].heldUntil = endOfHold(slot, context.fences)
        }
    }

    /// When the hold ends that keeps a status from following.
    private func endOfHold(_ slot: Int32, _ fences: borrowing FenceTable) -> Timestamp? {
        let (index, found) = position(of: slot)
        guard found, let since = pairs[index].pendingSince, let entry = fences[slot] else { return nil }
        let hold = pairs[index].status == .inside ? entry.exitAfter : entry.enterAfter
        return since.advanced(byMilliseconds: hold)
    }
}
