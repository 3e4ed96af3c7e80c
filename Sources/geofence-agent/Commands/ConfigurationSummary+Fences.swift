import GeofenceCore

extension ConfigurationSummary {
    /// How many fences there are, by what they are and by what else is asked of them.
    static func text(_ fences: [Fence]) -> String {
        guard !fences.isEmpty else { return "none" }
        let kinds = Dictionary(grouping: fences, by: FenceKind.init).mapValues(\.count)
        let list = FenceKind.allCases.compactMap { kind in kinds[kind].map { kind.text($0) } }
        let text = "\(fences.count) (\(list.joined(separator: ", ")))"
        let traits = traits(fences)
        return traits.isEmpty ? text : text + "; " + traits.joined(separator: ", ")
    }

    private static func traits(_ fences: [Fence]) -> [String] {
        let groups = Set(fences.lazy.flatMap(\.groups)).count
        let counts = [
            (fences.count { FenceKind($0) != .wifi && !$0.wifi.isEmpty }, "also by WiFi"),
            (fences.count { !$0.devices.isEmpty }, "for some devices"),
            (fences.count { $0.schedule?.windows.isEmpty == false }, "with hours"),
            (fences.count { $0.schedule?.expires != nil }, "with an end"),
            (groups, groups == 1 ? "group" : "groups"),
        ]
        return counts.filter { $0.0 > 0 }.map { "\($0) \($1)" }
    }
}

/// What a fence is, for a count.
private enum FenceKind: CaseIterable {
    case circle, area, corridor, rectangle, follower, wifi

    init(_ fence: Fence) {
        switch fence.shape {
        case .circle: self = .circle
        case .area: self = .area
        case .corridor: self = .corridor
        case .rectangle: self = .rectangle
        case nil: self = fence.follows == nil ? .wifi : .follower
        }
    }

    func text(_ count: Int) -> String {
        guard self != .wifi else { return "\(count) by WiFi alone" }
        return "\(count) \(self)\(count == 1 ? "" : "s")"
    }
}
