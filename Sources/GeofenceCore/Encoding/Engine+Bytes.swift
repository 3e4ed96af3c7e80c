extension Engine {
    /// Writes all that is kept of a device.
    public func write(device: Int, to writer: inout ByteWriter) {
        devices[device].write(to: &writer, fences)
        writer.optional(histories[device]) { $1.write(to: &$0, fences) }
    }

    /// Takes up a device that was written before, under the next index.
    ///
    /// The fences must be those that were there when it was written.
    /// - Throws: `DamagedBytes` where the bytes are none, or the device is there already.
    public mutating func restore(from reader: inout ByteReader) throws(DamagedBytes) {
        let state = try DeviceState(from: &reader, &fences)
        guard directory.find(state.id) == nil else { throw reader.damaged }
        let history = try restoreHistory(from: &reader)
        let device = devices.count
        directory.add(state.id, index: device)
        devices.append(state)
        for pair in state.pairs where pair.status == .inside {
            occupants.set(state.id, in: pair.fence, isInside(.init(device: device, fence: pair.fence)))
        }
        histories[device] = history
        regain(device)
        schedule(device)
    }

    private mutating func restoreHistory(from reader: inout ByteReader) throws(DamagedBytes) -> LateHistory? {
        guard try reader.flag() else { return nil }
        return try LateHistory(from: &reader, &fences)
    }
}
