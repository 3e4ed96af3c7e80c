/// The parts of all that is kept of one device, in the order in which they are given.
enum ExportPart: String, CaseIterable, Sendable {
    /// Where it is, what is set by hand, whether it is monitored: one object.
    case state
    /// It and each fence, each group.
    case statuses, groups
    /// Fences that are for it alone; fences that it is not looked for in.
    case fences, unmonitored
    /// Zones, and the visits that they are learnt from.
    case zones, learntVisits
    /// Stops that it is to come by.
    case itineraries
    /// The history.
    case positions, networks, events, visits

    /// What the history has of it; nil for what the agent itself knows.
    var past: PastQuestion.Kind? {
        switch self {
        case .positions: .positions
        case .networks: .networks
        case .events: .events
        case .visits: .visits
        default: nil
        }
    }

    /// The part behind this one; of the history only where there is one.
    func next(hasHistory: Bool) -> Self? {
        let parts = Self.allCases.filter { $0.past == nil || hasHistory }
        return parts.firstIndex(of: self).flatMap { $0 + 1 < parts.count ? parts[$0 + 1] : nil }
    }
}

/// Where an export goes on: in a part, behind what the answer before has had of it.
struct ExportMark {
    var part: ExportPart
    /// How many entries there were, or the last row of the history.
    var rest: String?

    /// Reads what an answer before has given as `next`; nil for what none gives.
    init?(_ text: String) {
        let words = text.split(separator: ",", maxSplits: 1).map(String.init)
        guard let part = words.first.flatMap(ExportPart.init(rawValue:)) else { return nil }
        (self.part, rest) = (part, words.count > 1 ? words[1] : nil)
    }

    init(_ part: ExportPart) { self.part = part }
}
