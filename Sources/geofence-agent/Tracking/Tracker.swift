import GeofenceCore

/// What the agent believes: where all devices are, which fences are in force, and what people have set by
/// hand.
///
/// `apply` is the one way in for an input. It reads the input and this state, and nothing else: no clock, no
/// file, no MQTT. So the inputs of the journal lead a process that starts to where the one before it was.
struct Tracker: ~Copyable {
    private(set) var engine: Engine
    /// Fences set at run time, by id.
    private(set) var runtimeFences: [Identifier: Fence] = [:]
    /// Those of them that are not as the store's last checkpoint has them; one that is gone stands here too.
    private(set) var changedIDs: Set<Identifier> = []
    /// Devices whose position or network is set by hand.
    private(set) var overrides: [Identifier: Override] = [:]
    /// What people have stopped or started monitoring.
    private(set) var monitoring = Monitoring()
    /// What devices have said of themselves beside where they are.
    private(set) var details = DeviceDetails()
    /// Fences that zones have become.
    private(set) var zoneFences = ZoneFences()
    /// The last import in several requests that was accepted: its last part may come again.
    private(set) var finishedImport: PartialImport.Finished?
    /// Messages that the broker may send again.
    private(set) var redelivery = Redelivery()
    /// Whether fences, or rules for all, have changed since the store's last checkpoint: it writes again what
    /// is small beside them.
    private(set) var hasUnsavedFences = true {
        didSet { if hasUnsavedFences { fenceOrder = nil } }
    }
    /// The ids of all fences, ascending; nil until somebody asks for a list.
    private var fenceOrder: [Identifier]?
    /// A change of fences that is made part by part, and when it was asked for; nil: none.
    private var running: (change: RunningChange, time: Timestamp)? {
        didSet { isChangingFences = running != nil }
    }
    /// Whether a change of fences has yet to reach some devices.
    private(set) var isChangingFences = false

    init(_ engine: consuming Engine) { self.engine = engine }

    /// Applies an input, now or in a recovery.
    ///
    /// - Returns: whether it is worth keeping: a tick of the clock for which nothing was due, and a repeat,
    ///   change nothing.
    mutating func apply(_ input: Input, _ effects: inout Effects) -> Bool {
        if isChangingFences, input.isAboutDevices { finishChangingFences(&effects) }
        switch input {
        case .observation(let observation, let device, let mark):
            let outcome = observe(observation, of: admit(device), mark, &effects)
            return outcome.isChange
        case .setBack(let step): engine.clockWasSetBack(byMilliseconds: step)
        case .clock(let time): return engine.advance(to: time, &effects)
        case .admission(let device):
            let count = engine.deviceCount
            _ = admit(device)
            return engine.deviceCount != count
        case .newcomer(let device): redelivery.note(newcomer: device)
        case .fences(let change):
            begin(change, &effects)
            finishChangingFences(&effects)
        case .closing(let fences): engine.close(fences, &effects)
        case .departures(let most, let time): engine.leaveClosing(atMost: most, at: time, &effects)
        case .assignment(let change): apply(change, &effects)
        case .override(let change): apply(change, &effects)
        case .monitoring(let change): apply(change, &effects)
        case .detail(let detail, let device): return details.note(detail, of: admit(device), device)
        case .zoneFence(let fence, let origin):
            zoneFences[fence] = origin
            hasUnsavedFences = true
        case .past(let visits, let device): engine.learn(past: visits, of: admit(device), &effects)
        case .purge(let time, let devices):
            for device in devices {
                if let device = engine.device(device) {
                    engine.purgePlaces(of: device, before: time, &effects)
                }
            }
        case .partialReport(_, _, let mark): remember(mark)
        case .received(let mark): remember(mark)
        case .output: break
        }
        return true
    }

    /// Applies what a device has reported.
    mutating func observe(
        _ observation: Observation,
        of device: Int,
        _ mark: Redelivery.Mark?,
        _ effects: inout Effects
    ) -> Outcome {
        let outcome = judge(observation, of: device, mark, &effects)
        if outcome.accepted { effects.accepted.append(device) }
        return outcome
    }

    /// The same, where the caller notes that it was accepted: the road of the hot path.
    mutating func judge(
        _ observation: borrowing Observation,
        of device: Int,
        _ mark: Redelivery.Mark?,
        _ effects: inout Effects
    ) -> Outcome {
        if isChangingFences { finishChangingFences(&effects) }
        let outcome = engine.observe(observation, device: device, &effects)
        if outcome.isChange { remember(mark) }
        return outcome
    }

    /// Writes into a journal what a device has reported.
    mutating func write(
        _ observation: Observation,
        of device: Int,
        _ mark: Redelivery.Mark?,
        to journal: inout Journal
    ) {
        journal.append(observation, of: device, &engine, mark)
    }

    /// The number of a device, by the bytes of its name.
    mutating func number(of name: UnsafeRawBufferPointer) -> Int? { engine.number(of: name) }

    /// The number of a device, which is made known where it isn't yet.
    mutating func admit(_ id: Identifier) -> Int {
        let number = engine.admit(id)
        if monitoring.stopsDevices { monitoring.review(new: number, in: &engine) }
        return number
    }

    /// Remembers a message that the broker may send again, until the end of the process.
    mutating func rememberForNow(_ mark: Redelivery.Mark) { redelivery.note(mark, isKept: false) }

    /// Remembers a message that the broker may send again.
    mutating func remember(_ mark: Redelivery.Mark?) {
        if let mark, mark.packet != 0 { redelivery.note(mark) }
    }

    /// Begins a change of fences, which `goOnChangingFences` ends.
    mutating func begin(_ change: FenceChange, _ effects: inout Effects) {
        finishChangingFences(&effects)
        for (fence, isOwn) in change.set { keep(isOwn ? fence : nil, atRunTime: fence.id) }
        for id in change.removed { keep(nil, atRunTime: id) }
        monitoring.drop(fences: change.removed)
        if let whole = change.finished { finishedImport = whole }
        hasUnsavedFences = true
        effects.changedFences += change.set.map(\.fence.id) + change.removed
        effects.hasOtherFences = true
        let begun = engine.beginChangingFences(
            setting: change.set.map { monitoring.inForce($0.fence) },
            removing: change.removed,
            at: change.time,
            &effects
        )
        running = (begun, change.time)
    }

    /// Notes that a fence is set at run time now, or no more.
    private mutating func keep(_ fence: Fence?, atRunTime id: Identifier) {
        guard fence != nil || runtimeFences[id] != nil else { return }
        runtimeFences[id] = fence
        changedIDs.insert(id)
    }

    private mutating func apply(_ change: FenceAssignment, _ effects: inout Effects) {
        let device = admit(change.device)
        let result = engine.assign(
            device: device,
            to: change.fences.map(monitoring.inForce),
            at: change.time,
            isQuiet: change.isQuiet,
            &effects
        )
        monitoring.review(change.fences, of: device, in: &engine, at: change.time, &effects)
        hasUnsavedFences = hasUnsavedFences || result != AssignmentChange()
    }

    private mutating func apply(_ change: MonitoringChange, _ effects: inout Effects) {
        let changed = monitoring.apply(change, to: &engine, &effects)
        for device in changed.devices { overrides[engine.deviceID(device)] = nil }
        effects.accepted += changed.devices
        effects.isManual = true
        guard changed.hasOtherFences else { return }
        hasUnsavedFences = true
        effects.hasOtherFences = true
        for slot in effects.switchedFences {
            if let fence = engine.fence(slot) { effects.changedFences.append(fence.id) }
        }
    }

    private mutating func apply(_ change: OverrideChange, _ effects: inout Effects) {
        let device = admit(change.device)
        overrides[change.device] = change.override
        guard let observation = change.observation else { return }
        if engine.observe(observation, device: device, &effects).accepted { effects.accepted.append(device) }
    }

    /// The ids of all fences behind one of them, ascending.
    mutating func fences(behind id: Identifier?) -> ArraySlice<Identifier> {
        let order = fenceOrder ?? engine.fenceIDs.sorted()
        fenceOrder = order
        guard let id else { return order[...] }
        var (low, high) = (0, order.count)
        while low < high {
            let middle = (low + high) / 2
            if order[middle] <= id { low = middle + 1 } else { high = middle }
        }
        return order[low...]
    }
}

// MARK: - A change of fences part by part

extension Tracker {
    /// Looks at some devices more for the change of fences that is under way, where one is.
    mutating func goOnChangingFences(atMost most: Int, _ effects: inout Effects) {
        guard var begun = running else { return }
        running = nil
        guard engine.goOn(with: &begun.change, atMost: most, &effects) else { return running = begun }
        monitoring.reviewPairs(in: &engine, at: begun.time, &effects)
    }

    /// Looks at all devices that are left of it.
    mutating func finishChangingFences(_ effects: inout Effects) {
        goOnChangingFences(atMost: .max, &effects)
    }
}

// MARK: - Recorded tracks

extension Tracker {
    /// Lets the timers of one device run up to a moment of its own stamps; says whether any was due.
    ///
    /// In a recording each device has a time of its own, where live there is one clock.
    mutating func advance(_ device: Int, to time: Timestamp, _ effects: inout Effects) -> Bool {
        engine.advance(device: device, to: time, &effects)
    }

    /// Accepts what is still held of a device: after the end of a recording nothing earlier can come.
    mutating func flush(_ device: Int, _ effects: inout Effects) { engine.flush(device: device, &effects) }
}

// MARK: - Redelivery

extension Tracker {
    /// Whether a message is one that the broker sends again; each is one only once.
    mutating func isRepeat(_ mark: Redelivery.Mark) -> Bool { redelivery.isRepeat(mark) }

    /// Whether messages with times of their own are remembered, too.
    ///
    /// The engine knows a time again, but not what was left out for an override, or of a device that was not
    /// monitored: where that has ended meanwhile, the same message would count.
    var marksStamped: Bool { !overrides.isEmpty || monitoring.stopsDevices || redelivery.expectsRepeats }

    /// Goes on with another session, in which nothing comes again.
    mutating func forgetSession() { redelivery = Redelivery() }

    /// A connection has taken up the session of the one before: repeats may come now.
    mutating func connectionResumed() { redelivery.connectionResumed() }

    /// Somebody wants a device to be forgotten, whether or not it is known.
    mutating func wasAskedToForget(_ device: Identifier) { redelivery.wasAskedToForget(device) }

    /// The broker has the acknowledgements of the first messages, as many as `redelivery.noted` said.
    mutating func settle(upTo number: Int) { redelivery.settle(upTo: number) }
}

// MARK: - What commits with a checkpoint

extension Tracker {
    /// Begins to put the configuration's fences and rules in place of those in force;
    /// `goOnChangingFences` ends it.
    mutating func beginConfiguring(
        _ fences: [Fence],
        reportAllUpTo: Int,
        stream: StreamRules,
        at now: Timestamp,
        _ effects: inout Effects
    ) {
        finishChangingFences(&effects)
        hasUnsavedFences = true
        effects.hasOtherFences = true
        let begun = engine.beginReplacingFences(
            fences.map(monitoring.inForce),
            reportAllUpTo: reportAllUpTo,
            stream: stream,
            at: now,
            &effects
        )
        running = (begun, now)
        monitoring.drop(fencesBut: engine)
    }

    /// Finds visits and zones by other rules.
    mutating func configure(places: PlaceRules?, _ effects: inout Effects) {
        engine.change(places: places, &effects)
    }

    /// Begins to put fences in the place of those with their ids, and to take others out;
    /// `goOnChangingFences` ends it.
    mutating func beginRenewing(
        _ fences: [Fence],
        removing gone: [Identifier] = [],
        at now: Timestamp,
        _ effects: inout Effects
    ) {
        finishChangingFences(&effects)
        hasUnsavedFences = true
        let begun = engine.beginChangingFences(
            setting: fences.map(monitoring.inForce),
            removing: gone,
            at: now,
            &effects
        )
        running = (begun, now)
        monitoring.drop(fences: gone)
    }

    /// Takes out fences that go with a device, or puts them in again, while it is forgotten.
    mutating func changeFollowers(
        setting fences: [Fence],
        removing gone: [Identifier],
        at now: Timestamp,
        _ effects: inout Effects
    ) {
        guard !fences.isEmpty || !gone.isEmpty else { return }
        finishChangingFences(&effects)
        hasUnsavedFences = true
        engine.changeFences(setting: fences, removing: gone, at: now, &effects)
    }

    /// Forgets a device; no fence may go with it.
    mutating func forget(_ device: Int) {
        let id = engine.deviceID(device)
        if !engine.assignments(ofDevice: device).isEmpty { hasUnsavedFences = true }
        engine.forget(device: device)
        redelivery.drop(id)
        overrides[id] = nil
        monitoring.drop(device: id)
        details.drop(device, id)
    }

    /// Takes up a device that another agent has left.
    mutating func adopt(_ parcel: DeviceParcel) throws(DamagedBytes) {
        var reader = ByteReader(parcel.state)
        let device = try engine.adopt(from: &reader, assigned: parcel.assigned)
        if !parcel.assigned.isEmpty { hasUnsavedFences = true }
        for change in parcel.monitoring { monitoring.note(change) }
        monitoring.restore(device, in: &engine)
    }

    /// A fence that a zone was is another now, or none.
    mutating func review(_ id: Identifier, _ fence: Fence?) {
        keep(fence, atRunTime: id)
        if fence == nil { zoneFences[id] = nil }
    }

    /// Reads back what a checkpoint has kept besides the engine's devices and fences.
    mutating func restore(
        _ kept: [String: [UInt8]],
        runtimeFences rows: [[UInt8]]
    ) throws(DamagedBytes) {
        hasUnsavedFences = kept[Agent.StoreKey.fenceRules] == nil
        if let marks = kept[Agent.StoreKey.redelivery] { try redelivery.restore(marks) }
        if let bytes = kept[Agent.StoreKey.zoneFences] { try zoneFences.restore(bytes) }
        if let bytes = kept[Agent.StoreKey.details] { try details.restore(bytes, engine) }
        for bytes in rows {
            var reader = ByteReader(bytes)
            let fence = try Fence(from: &reader)
            runtimeFences[fence.id] = fence
        }
        if let bytes = kept[Agent.StoreKey.monitoring] { monitoring = try Monitoring(from: bytes) }
        monitoring.restore(&engine)
        if let bytes = kept[Agent.StoreKey.closing] {
            let closing = try ClosingFences(from: bytes)
            engine.restoreClosing(closing.ids, below: closing.leftBelow)
        }
        if let bytes = kept[Agent.StoreKey.overrides] { overrides = try Self.overrides(from: bytes) }
    }

    /// The checkpoint is in the store.
    mutating func didCheckpoint() {
        engine.didCheckpoint()
        engine.releaseNumbers()
        changedIDs.removeAll()
        details.didCheckpoint()
        hasUnsavedFences = false
    }
}
