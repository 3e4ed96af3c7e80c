extension DeviceState {
    /// Finds the fences whose networks a report begins or ends to match.
    mutating func take(_ report: WiFiReport, _ fences: FenceTable, _ scratch: inout Scratch) {
        let matches = fences.networks.matches(report)
        for slot in active where !matches.contains(slot) {
            guard let entry = fences[slot], let pair = pair(slot) else { continue }
            let isNews = pair.status == .unknown && !entry.hasPlace
            guard isNews || pair.via.contains(.wifi) else { continue }
            let index = touch(slot, entry, &scratch)
            pairs[index].via.remove(.wifi)
        }
        for slot in matches {
            guard let entry = fences[slot] else { continue }
            let index = touch(slot, entry, &scratch)
            pairs[index].via.insert(.wifi)
        }
    }
}
