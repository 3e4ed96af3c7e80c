import GeofenceCore

extension ConfigurationSummary {
    /// How many fences there are, by what they are and by what else is asked of them.
    static func text(_ fences: [Fence]) -> String {
        guard !fences.isEmpty else { return "none" }
        let text = "\(fences.count) (\(FenceKind.text(fences)))"
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
