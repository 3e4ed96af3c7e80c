extension Engine {
    /// The fences that go with a device.
    public func followers(ofDevice device: Int) -> [Fence] {
        let slots = context.fences.followers[devices[device].id] ?? []
        return slots.compactMap { context.fences[$0]?.fence }.sorted { $0.id < $1.id }
    }

    /// Forgets a device, as if nothing had ever been heard of it; all others keep their numbers.
    ///
    /// There may be no fence that goes with it: take it out before, and put it in again. Its number is given
    /// to nobody before `releaseNumbers`.
    /// - Complexity: what there is of the device itself.
    public mutating func forget(device: Int) {
        precondition(followers(ofDevice: device).isEmpty, "a fence goes with the device")
        let state = devices[device]
        for pair in state.pairs where pair.status == .inside {
            occupants.set(state.id, in: pair.fence, false)
        }
        let staleTimes = context.fences.needs.staleTimes
        var effects = Effects()
        for slot in state.assignments { _ = dropReference(of: slot, &effects) }
        locator.remove(device, watching: state.active)
        histories[device] = nil
        directory.remove(device)
        put(.vacant, placeRules.map { Places($0) }, device)
        planSilences(unlike: staleTimes)
    }

    /// Lets the numbers of forgotten devices be given to others.
    ///
    /// To be called once the checkpoint that erased them is kept, and nobody keeps anything by these numbers.
    public mutating func releaseNumbers() { directory.release() }
}
