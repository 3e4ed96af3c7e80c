extension Engine {
    /// Writes all that is kept of a device.
    public func write(device: Int, to writer: inout ByteWriter) {
        devices[device].write(to: &writer, fences)
        writer.optional(histories[device]) { $1.write(to: &$0, fences) }
        if device < places.count { places[device].write(to: &writer) }
    }

    /// Takes up a device that was written before, under the next index.
    ///
    /// The fences must be those that were there when it was written.
    /// - Throws: `DamagedBytes` where the bytes are none, or the device is there already.
    public mutating func restore(from reader: inout ByteReader) throws(DamagedBytes) {
        let state = try DeviceState(from: &reader, &fences)
        guard directory.find(state.id) == nil else { throw reader.damaged }
        let history = try restoreHistory(from: &reader)
        let kept = try restorePlaces(from: &reader)
        let device = devices.count
        directory.add(state.id, index: device)
        devices.append(state)
        if let kept { places.append(kept) }
        for pair in state.pairs where pair.status == .inside {
            occupants.set(state.id, in: pair.fence, isInside(.init(device: device, fence: pair.fence)))
        }
        histories[device] = history
        for slot in state.invitations { guests[slot, default: 0] += 1 }
        regain(device)
        schedule(device)
    }

    /// Visits and zones are the last that is written of a device, and only where they are looked for.
    ///
    /// Where they are now and were not then, they begin empty; where they were then and are not now, they are
    /// read over.
    private func restorePlaces(from reader: inout ByteReader) throws(DamagedBytes) -> Places? {
        guard let placeRules else {
            if !reader.isAtEnd { _ = try Places(from: &reader, PlaceRules()) }
            return nil
        }
        return reader.isAtEnd ? Places(placeRules) : try Places(from: &reader, placeRules)
    }

    private mutating func restoreHistory(from reader: inout ByteReader) throws(DamagedBytes) -> LateHistory? {
        guard try reader.flag() else { return nil }
        return try LateHistory(from: &reader, &fences)
    }
}
