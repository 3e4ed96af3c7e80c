extension Engine {
    /// Writes all that is kept of a device, its number first.
    public func write(device: Int, to writer: inout ByteWriter) {
        writer.count(UInt64(device))
        devices[device].write(to: &writer, context.fences)
        writer.optional(histories[device]) { $1.write(to: &$0, context.fences) }
        if device < places.count { places[device].write(to: &writer) }
    }

    /// Takes up a device that was written before, under its number; devices may come in any order.
    ///
    /// The fences must be those that were there when it was written.
    /// - Parameters:
    ///   - reader: what was written.
    ///   - limit: the `deviceLimit` of the engine that wrote it; damaged bytes can ask for no more memory.
    /// - Throws: `DamagedBytes` where the bytes are none, or the device or its number is there already.
    public mutating func restore(from reader: inout ByteReader, below limit: Int) throws(DamagedBytes) {
        let number = try reader.count()
        guard number < limit, let device = Int32(exactly: number).map(Int.init), !directory.contains(device)
        else { throw reader.damaged }
        _ = try enter(from: &reader, number: device)
    }

    /// Takes up a device that another engine has written, under a number of its own.
    ///
    /// Fences and groups are known by their ids; what is written of fences that are not there is left out.
    /// - Parameters:
    ///   - reader: what was written.
    ///   - assigned: the fences that are assigned to it; those that are not there come with it.
    /// - Returns: its number.
    /// - Throws: `DamagedBytes` where the bytes are none, or the device is there already.
    public mutating func adopt(
        from reader: inout ByteReader,
        assigned: [Fence] = []
    ) throws(DamagedBytes) -> Int {
        for fence in assigned where fence.isAssigned && slot(of: fence.id) == nil {
            _ = context.fences.set(fence)
        }
        // That is its number in the other.
        _ = try reader.count()
        let device = try enter(from: &reader, number: nil)
        noteChange(device)
        return device
    }

    private mutating func enter(from reader: inout ByteReader, number: Int?) throws(DamagedBytes) -> Int {
        let state = try DeviceState(from: &reader, &context.fences)
        guard directory.find(state.id) == nil else { throw reader.damaged }
        let history = try restoreHistory(from: &reader)
        let kept = try restorePlaces(from: &reader)
        if let number { directory.add(state.id, number: number) }
        let device = number ?? directory.add(state.id)
        put(state, kept, device)
        for pair in state.pairs where pair.status == .inside {
            occupants.set(state.id, in: pair.fence, isInside(.init(device: device, fence: pair.fence)))
        }
        if state.pairs.contains(where: { $0.speeding != nil }) { context.fences.noteSpeeding() }
        histories[device] = history
        for slot in state.assignments { referenceCounts[slot, default: 0] += 1 }
        regain(device)
        schedule(device)
        return device
    }

    /// Writes what stands beside the fences: up to how many of them all statuses are reported, what is asked
    /// of the messages, and the names of groups by their numbers.
    public func writeFenceRules(to writer: inout ByteWriter) {
        writer.count(UInt64(context.fences.reportAllUpTo))
        context.stream.write(to: &writer)
        writer.list(context.fences.groups.names) { $0.text($1.description) }
    }

    /// Writes the fence of a slot, the slot first; says whether there is one.
    public func write(fence slot: Int32, to writer: inout ByteWriter) -> Bool {
        guard let fence = fence(slot) else { return false }
        writer.count(UInt64(slot))
        fence.write(to: &writer)
        return true
    }

    /// Makes an engine with what stood beside the fences of another one; its fences are to follow.
    ///
    /// - Parameters:
    ///   - reader: what was written.
    ///   - places: how visits and zones are found; nil where they are not.
    /// - Throws: `DamagedBytes` where the bytes are none, or two groups have one name.
    public init(fenceRules reader: inout ByteReader, places: PlaceRules?) throws(DamagedBytes) {
        let reportAllUpTo = Int(clamping: try reader.count())
        let stream = try StreamRules(from: &reader)
        let groups = try reader.list { reader throws(DamagedBytes) in try reader.identifier() }
        guard Set(groups).count == groups.count else { throw reader.damaged }
        self.init(reportAllUpTo: reportAllUpTo, stream: stream, places: places)
        for group in groups { _ = context.fences.number(ofGroup: group) }
        keptRules = fenceRules
    }

    /// Makes room for as many fences to be taken up as these, and has them share what they have in common
    /// with these.
    ///
    /// Whoever calls this has these fences, and gives those that are the same as `known`.
    package mutating func prepareToRestore(_ fences: [Fence]) {
        context.fences.reserve(fences.count)
        context.fences.prefer(termsOf: fences)
    }

    /// Takes up a fence that was written before, in its slot; fences come ascending by slot, and before any
    /// device.
    ///
    /// - Parameters:
    ///   - slot: the slot under which it was kept.
    ///   - reader: what was written.
    ///   - limit: the `fenceLimit` of the engine that wrote it; damaged bytes can ask for no more memory.
    ///   - known: the fence of an id that whoever calls this has: where it is this one, it is in memory once.
    /// - Throws: `DamagedBytes` where the bytes are none, or those of another slot, or the fence is there
    ///   already; nothing has changed then.
    public mutating func restore(
        fence slot: Int64,
        from reader: inout ByteReader,
        below limit: Int,
        known: (Identifier) -> Fence? = { _ in nil }
    ) throws(DamagedBytes) {
        let number = try reader.count()
        guard number < limit, number >= context.fences.limit, let place = Int32(exactly: number),
            slot == Int64(place), place < EntryPool.slotLimit
        else { throw reader.damaged }
        let fence = try Fence(last: &reader, known: known)
        guard reader.isAtEnd, self.slot(of: fence.id) == nil else { throw reader.damaged }
        context.fences.restore(fence, place)
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
        return try LateHistory(from: &reader, &context.fences)
    }
}
