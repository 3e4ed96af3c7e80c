extension DeviceState {
    /// Finds the fences whose networks a report begins or ends to match.
    mutating func accept(
        _ report: WiFiReport,
        at time: Timestamp,
        _ fences: borrowing FenceTable,
        _ scratch: inout Scratch,
        _ effects: inout Effects
    ) {
        let matches = fences.networks.matches(report)
        for slot in active where !matches.contains(slot) {
            guard let entry = fences[slot], let pair = pair(slot) else { continue }
            let isNews = pair.status == .unknown && !entry.hasPlace
            guard isNews || pair.via.contains(.wifi) else { continue }
            explain(.offNetwork, slot, at: time, fences, &effects)
            let index = touch(slot, entry, &scratch)
            pairs[index].via.remove(.wifi)
        }
        for slot in matches {
            guard let entry = fences[slot], entry.admits(id) else { continue }
            explain(.onNetwork, slot, at: time, fences, &effects)
            let index = touch(slot, entry, &scratch)
            pairs[index].via.insert(.wifi)
        }
    }
}
