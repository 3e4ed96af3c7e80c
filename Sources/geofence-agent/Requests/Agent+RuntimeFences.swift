import GeofenceCore

extension Agent {
    /// The fences that are to be in force: those of the configuration, with those set at run time in their
    /// place or beside them, and those around points of interest.
    var wantedFences: [Fence] {
        guard !runtimeFences.isEmpty || tracker.engine.assignedFenceCount > 0 else {
            return port.settings.fences
        }
        let own = runtimeFences.keys.sorted().compactMap { runtimeFences[$0] }
        let fences = port.settings.fences.filter { runtimeFences[$0.id] == nil } + own
        guard tracker.engine.assignedFenceCount > 0 else { return fences }
        let ids = Set(fences.map(\.id))
        return fences + tracker.engine.assignedFences.filter { !ids.contains($0.id) }
    }

    /// Sets fences at run time, and takes out others that were, for a person or a zone.
    ///
    /// `whole` is the import in several requests that they end. It counts as of `time`; nil: of now.
    /// `areZones` says that zones have become these fences. `request` is the one that asks for it, whose
    /// versions of fences the history keeps.
    mutating func changeFences(
        setting fences: [Fence],
        removing gone: [Identifier],
        at now: Timestamp,
        asOf time: Timestamp? = nil,
        finishing whole: PartialImport.Finished? = nil,
        areZones: Bool = false,
        by request: Request? = nil
    ) {
        guard !fences.isEmpty || !gone.isEmpty else { return }
        let removed = request == nil ? [] : placed(gone)
        defer {
            if let request {
                let changed = placed(fences.map(\.id)) + removed
                noteFenceVersions(of: changed, at: time ?? now, by: request.command)
            }
        }
        change(
            FenceChange(setting: fences, removing: gone, at: time ?? now, port.settings, finishing: whole),
            inParts: request != nil,
            at: now
        )
        // Whoever sets or removes a zone's fence has it for their own.
        for fence in (areZones ? [] : fences.map(\.id)) + gone where zoneFences.contains(fence) {
            keepOrigin(nil, of: fence)
        }
    }

    /// Makes a change of fences, and publishes what it brings about.
    ///
    /// Fences that a crowd is inside close, and go later. In parts it is not made for all of very many
    /// devices when this returns: see `isChangingFences`.
    mutating func change(_ change: FenceChange, inParts: Bool = false, at now: Timestamp) {
        var change = finishClosing(for: change, at: now)
        change.removed = closing(change.removed, at: now)
        if !change.isEmpty { make(change, inParts: inParts, at: now) }
    }

    /// Makes a change of fences, at once or in parts.
    mutating func make(_ change: FenceChange, inParts: Bool = false, at now: Timestamp) {
        finishChangingFences(at: now)
        forgetDecisions(of: change.removed)
        poiFences.reset()
        tracker.begin(change, &effects)
        port.journal.append(.fences(change))
        pending.hasOtherCounts = true
        goOnChangingFences(at: now)
        if !inParts { finishChangingFences(at: now) }
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

    var isEmpty: Bool { removed.isEmpty && self.set.isEmpty && finished == nil }

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
    /// Where the configuration has a fence that is removed, that one is in force again.
    init(
        setting fences: [Fence],
        removing gone: [Identifier],
        at time: Timestamp,
        _ settings: AgentSettings,
        finishing whole: PartialImport.Finished? = nil
    ) {
        let shadowed = settings.configured[gone]
        let back = Set(shadowed.map(\.id))
        self.init(
            time: time,
            set: fences.map { ($0, true) } + shadowed.map { ($0, false) },
            removed: gone.filter { !back.contains($0) },
            finished: whole
        )
    }

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
