extension DeviceState {
    /// Finds the fences whose networks a report begins or ends to match.
    mutating func accept(
        _ report: WiFiReport,
        at time: Timestamp,
        _ context: inout StepContext,
        _ effects: inout Effects
    ) {
        let matches = context.fences.networks.matches(report)
        for slot in active where !matches.contains(slot) {
            guard let entry = context.fences[slot], let pair = pair(slot), isMonitored(slot, entry) else {
                continue
            }
            let isNews = pair.status == .unknown && !entry.hasPlace
            guard isNews || pair.via.contains(.wifi) else { continue }
            explain(.offNetwork, slot, at: time, &context, &effects)
            let index = touch(slot, entry, &context.scratch)
            pairs[index].via.remove(.wifi)
        }
        for slot in matches {
            guard let entry = context.fences[slot], entry.admits(id), isMonitored(slot) else { continue }
            // One that is inside stays so until it leaves with the others.
            if context.fences.closing.contains(slot), pair(slot) == nil { continue }
            explain(.onNetwork, slot, at: time, &context, &effects)
            let index = touch(slot, entry, &context.scratch)
            pairs[index].via.insert(.wifi)
        }
    }
}
