extension Engine {
    /// The fences that go with a device.
    public func followers(ofDevice device: Int) -> [Fence] {
        let slots = fences.followers[devices[device].id] ?? []
        return slots.compactMap { fences[$0]?.fence }.sorted { $0.id < $1.id }
    }

    /// Forgets a device, as if nothing had ever been heard of it; the others have new indices afterwards.
    ///
    /// There may be no fence that goes with it: take it out before, and put it in again.
    /// - Complexity: what a restart costs that reads back all devices and fences.
    public mutating func forget(device: Int) {
        precondition(followers(ofDevice: device).isEmpty, "a fence goes with the device")
        var rest = Engine(fences: allFences, tellAllUpTo: tellAllUpTo, stream: stream, places: placeRules)
        for other in devices.indices where other != device {
            var writer = ByteWriter()
            write(device: other, to: &writer)
            var reader = ByteReader(writer.bytes)
            do {
                try rest.restore(from: &reader)
            } catch {
                preconditionFailure("a device that was written can't be read: \(error)")
            }
        }
        rest.removeDeserted()
        self = rest
    }

    /// A decision of an engine that went before, by this one's indices; nil where its device or its fence is gone.
    public func decision(_ old: Decision, of before: Engine) -> Decision? {
        var new = old
        guard before.devices.indices.contains(old.device), let device = device(before.deviceID(old.device)),
            let fence = before.fence(old.fence).flatMap({ slot(of: $0.id) })
        else { return nil }
        (new.device, new.fence) = (device, fence)
        return new
    }
}
