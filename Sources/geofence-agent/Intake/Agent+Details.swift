import GeofenceCore

/// What devices say of themselves beside where they are.
extension Agent {
    /// Keeps what a reading says of its device, in the journal as well, and gives what of that is new.
    ///
    /// What comes late says how it was, and is left out. Never inlined: most messages say nothing of it.
    @inline(never)
    mutating func note(_ reading: Reading, of device: Int, at time: Timestamp) -> [DeviceDetail] {
        if let last = tracker.engine.lastFix(ofDevice: device), time < last.time { return [] }
        var details: [DeviceDetail] = []
        if let battery = reading.battery, battery != tracker.details.battery(of: device) {
            details.append(.battery(battery))
        }
        if let name = reading.name { details.append(.name(name)) }
        guard !details.isEmpty else { return [] }
        let id = tracker.engine.deviceID(device)
        return details.filter { perform(.detail($0, of: id)) }
    }

    /// Has outputs publish what is new, behind what the position has brought about.
    @inline(never)
    mutating func publish(_ details: [DeviceDetail], of device: Int) {
        for detail in details { outputs.detailChanged(detail, of: device, tracker, &port) }
    }
}
