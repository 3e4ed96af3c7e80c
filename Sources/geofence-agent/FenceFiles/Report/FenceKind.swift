import GeofenceCore

/// What a fence is, in a word.
enum FenceKind: String, Hashable, CaseIterable {
    case circle, area, corridor, rectangle, follower, wifi

    /// A place of its own, or what it has instead.
    init(_ fence: Fence) {
        switch fence.shape {
        case .circle: self = .circle
        case .area: self = .area
        case .corridor: self = .corridor
        case .rectangle: self = .rectangle
        case nil: self = fence.follows == nil ? .wifi : .follower
        }
    }

    /// How many there are of each kind, in the order of the kinds.
    static func counts(_ fences: [Fence]) -> [(kind: FenceKind, count: Int)] {
        let counts = fences.reduce(into: [:]) { counts, fence in counts[FenceKind(fence), default: 0] += 1 }
        return allCases.compactMap { kind in counts[kind].map { (kind, $0) } }
    }

    /// `2 circles, 1 by WiFi alone`.
    static func text(_ fences: [Fence]) -> String {
        counts(fences).map { $0.kind.text($0.count) }.joined(separator: ", ")
    }

    private func text(_ count: Int) -> String {
        guard self != .wifi else { return "\(count) by WiFi alone" }
        return "\(count) \(self)\(count == 1 ? "" : "s")"
    }
}
