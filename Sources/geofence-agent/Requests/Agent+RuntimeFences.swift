import GeofenceCore

extension Agent {
    /// The fences that are to be in force: those of the configuration, with those set at run time in their place or beside them, and
    /// those around points of interest.
    var wantedFences: [Fence] {
        guard !runtimeFences.isEmpty || engine.assignedFenceCount > 0 else { return setup.fences }
        let own = runtimeFences.keys.sorted().compactMap { runtimeFences[$0] }
        let fences = setup.fences.filter { runtimeFences[$0.id] == nil } + own
        guard engine.assignedFenceCount > 0 else { return fences }
        let ids = Set(fences.map(\.id))
        return fences + engine.assignedFences.filter { !ids.contains($0.id) }
    }

    /// Sets fences at run time, and takes out others that were; where the configuration has one of that id it is in force again.
    ///
    /// An input like any other: it is journalled. `phone` is whose waypoints they are; nil for those that a person changes. `whole` is the
    /// import in several requests that they end. It counts as of `time`; nil: of now.
    mutating func changeFences(
        setting fences: [Fence],
        removing gone: [Identifier],
        at now: Timestamp,
        asOf time: Timestamp? = nil,
        of phone: Identifier? = nil,
        finishing whole: PartialImport.Finished? = nil
    ) {
        guard !fences.isEmpty || !gone.isEmpty else { return }
        let wanted = Set(gone)
        let shadowed = wanted.isEmpty ? [] : setup.fences.filter { wanted.contains($0.id) }
        let back = Set(shadowed.map(\.id))
        let change = FenceChange(
            time: time ?? now,
            set: fences.map { ($0, true) } + shadowed.map { ($0, false) },
            removed: gone.filter { !back.contains($0) },
            finished: whole
        )
        forgetDecisions(of: change.removed)
        poiFences.reset()
        perform(.fences(change))
        announcements.wantsReview = true
        deliver(at: now)
        if phone == nil {
            disown(fences.map(\.id) + gone)
            phones.fencesChanged()
        }
    }
}

/// Fences that are set or removed at run time.
struct FenceChange {
    /// When.
    var time: Timestamp
    /// Fences to put in, and whether they were set at run time or are those of the configuration.
    var set: [(fence: Fence, isOwn: Bool)]
    /// Fences to take out.
    var removed: [Identifier]
    /// The import in several requests that they end.
    var finished: PartialImport.Finished?

    func write(to writer: inout ByteWriter) {
        writer.timestamp(time)
        writer.list(set) { writer, entry in
            writer.flag(entry.isOwn)
            entry.fence.write(to: &writer)
        }
        writer.list(removed) { $0.text($1.description) }
        writer.optional(finished) { $1.write(to: &$0) }
    }
}

extension FenceChange {
    init(from reader: inout ByteReader) throws(DamagedBytes) {
        time = try reader.timestamp()
        set = try reader.list { reader throws(DamagedBytes) in
            let isOwn = try reader.flag()
            return (try Fence(from: &reader), isOwn)
        }
        removed = try reader.list { reader throws(DamagedBytes) in try reader.identifier() }
        finished = try reader.optional { reader throws(DamagedBytes) in
            try PartialImport.Finished(from: &reader)
        }
    }
}
