/// How one decision about a device and a fence came about.
public struct Decision: Hashable, Sendable {
    /// What a fix was held against.
    public struct Measure: Hashable, Sendable {
        /// Signed metres from the fix to the edge, negative inside.
        public var distance: Double
        /// Metres that counted as its accuracy; 0 where unknown.
        public var accuracy: Double
        /// The rule; nil for the first fix of a device, which is judged by its point alone.
        public var rule: AccuracyRule?
        /// Up to this signed distance in metres the fix means inside.
        public var insideUpTo: Double
        /// Beyond this signed distance in metres it means outside.
        public var outsideBeyond: Double
        /// The fence's scale in metres: where the accuracy is worse, a second fix inside is needed.
        public var scale: Double
    }

    /// What was found.
    public enum Verdict: String, Hashable, Sendable {
        /// The fix is inside.
        case inside
        /// The fix is inside, but so inaccurate that the next one must be too.
        case insideOnceMore = "inside-once-more"
        /// The fix is outside.
        case outside
        /// The fix proves nothing.
        case undecided
        /// The fix is too inaccurate to be used.
        case refused
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

    /// Who.
    public var device: Identifier
    /// Where.
    public var fence: Identifier
    /// When.
    public var time: Timestamp
    /// What was found.
    public var verdict: Verdict
    /// The numbers, where a fix was judged.
    public var measure: Measure?
    /// The status before.
    public var before: Status
    /// The status after.
    public var after: Status
    /// When the hold ends that keeps the status from following; nil where none does.
    public var heldUntil: Timestamp?
    /// The fence by its slot, which is quicker to find than by its id; good within the step alone.
    var slot: Int32 = -1
}

extension DeviceState {
    /// Explains what was found of a fence; what came of it is added by `concludeDecisions`.
    func explain(
        _ verdict: Decision.Verdict,
        measuring measure: Decision.Measure? = nil,
        _ slot: Int32,
        _ entry: FenceEntry,
        at time: Timestamp,
        _ effects: inout Effects
    ) {
        guard effects.explains else { return }
        let status = status(slot, entry)
        effects.decisions.append(
            Decision(
                device: id,
                fence: entry.fence.id,
                time: time,
                verdict: verdict,
                measure: measure,
                before: status,
                after: status,
                slot: slot
            )
        )
    }

    /// Adds to explanations what came of them.
    func concludeDecisions(from first: Int, _ fences: FenceTable, _ effects: inout Effects) {
        for index in effects.decisions.indices.dropFirst(first) {
            let slot = effects.decisions[index].slot
            guard let entry = fences[slot] else { continue }
            effects.decisions[index].after = status(slot, entry)
            guard let pair = pair(slot), let since = pair.pendingSince else { continue }
            let hold = pair.status == .inside ? entry.exitAfter : entry.enterAfter
            effects.decisions[index].heldUntil = since.advanced(byMilliseconds: hold)
        }
    }
}
