import GeofenceCore
import MQTT

/// Writes what has gathered in the agent: nothing leaves, and nothing is acknowledged, that is not kept.
struct Committer {
    let store: Store
    /// Devices that a turn of the loop writes at most, but where nothing may come between.
    private let mostInTurn: Int
    /// Devices whose states a turn of the loop puts into bytes at most.
    private let mostGathered: Int
    /// What of the past is to be erased.
    private(set) var retention: RetentionJob
    /// When to try again, where the store didn't take a batch; until it does nothing is read and nothing
    /// leaves.
    private(set) var retry: Int64?
    /// Whether somebody waits for what has gathered to be kept: a sender for its acknowledgement.
    var isAwaited = false
    /// When inputs that nobody waits for are to be written, on the uptime clock; nil where there are none.
    private(set) var lingersUntil: Int64?
    /// A checkpoint of many devices, as far as their states are put into bytes.
    private var draft: CheckpointDraft?
    /// One whose states are in bytes, as far as it is written.
    private(set) var running: RunningCheckpoint?
    /// One that ends with all that has gathered, while nothing else happens.
    private var held: RunningCheckpoint?
    /// Whether the checkpoint that is under way, or was last, was begun for something that comes after it.
    private var isAhead = false
    /// Whether rows of outputs are due that the last commit has left.
    private var hasMoreRows = false
    /// A copy of the store that somebody wants, as far as it is made.
    private(set) var copy: StoreCopy?
    /// How long the store has taken for its batches.
    private(set) var latencies = Histogram.ofWork
    /// Why the store can never be written again, once that is so.
    private(set) var damage: StoreFailure?
    private var last: Int64 = 0
    private var lastLook: Int64 = 0
    /// Tries in a row that have failed.
    private var failures = 0

    /// Tries in a row after which a store is looked through that fails without being full.
    private static let suspicion = 5
    /// Milliseconds until a store that failed is tried again.
    private static let pause: Int64 = 1000
    /// Milliseconds that what has left waits for company at most: a process that is killed sends it again.
    private static let patience: Int64 = 1000
    /// Milliseconds that inputs which nobody waits for gather at most; a process that is killed has lost
    /// them, as it would have lost them a little earlier, on their way.
    private static let leisure: Int64 = 20
    /// Bytes of them at most.
    private static let mostLingering = 1 << 16

    init(_ store: Store, _ retention: RetentionJob, mostInTurn: Int = 2000, mostGathered: Int = 10_000) {
        (self.store, self.retention) = (store, retention)
        (self.mostInTurn, self.mostGathered) = (mostInTurn, mostGathered)
    }

    /// Whether the store has taken the last batch.
    var isWorking: Bool { retry == nil }

    /// Whether there is more to write, or to copy, or to erase, without news from anybody.
    func hasWork(_ uptime: Int64) -> Bool {
        isUnderWay || hasMoreRows || copy != nil || isErasing(uptime)
    }

    /// Whether states are put into bytes, while nothing else may happen.
    var isGathering: Bool { draft != nil }

    /// Whether a checkpoint is being made part by part.
    var isUnderWay: Bool { isGathering || running != nil }

    /// Whether there is something to erase at once.
    private func isErasing(_ uptime: Int64) -> Bool { isWorking && retention.isBusy(uptime) }

    /// Commits what has gathered, where that is due; `filters` are the subscriptions that the broker may
    /// hold.
    ///
    /// What has brought nothing about, and was sent at QoS 0, may gather for some milliseconds.
    mutating func commit(
        _ agent: inout Agent,
        _ uptime: Int64,
        _ filters: @autoclosure () -> [String]
    ) throws(StoreFailure) {
        let hasLeft =
            agent.port.outbox.doneCount >= Connection.window
            || agent.port.outbox.hasChanges && uptime - last >= Self.patience
        let hasNews = agent.port.outbox.hasNews
        let hasInputs = !agent.port.journal.bytes.isEmpty
        let hasRows = agent.outputs.isCommitDue(uptime)
        hasMoreRows = hasRows
        if uptime - lastLook >= Self.pause {
            lastLook = uptime
            try store.checkPresence()
        }
        let isPending = agent.pending.isDue || agent.pending.isWanted && !isUnderWay
        guard hasNews || hasInputs || isPending || hasLeft || hasRows else {
            isAwaited = false
            // What the store didn't take was a part of a checkpoint.
            if !isWorking { try goOnWithCheckpoint(&agent, filters()) }
            return
        }
        let isDue = hasNews || isPending || hasLeft || hasRows || agent.port.hasQuestions
        guard isDue || isAwaited || agent.port.journal.bytes.count >= Self.mostLingering || !mayLinger(uptime)
        else { return }
        let isWanted = !isUnderWay && (agent.pending.isWanted || agent.wantsCheckpoint)
        // A checkpoint writes all rows; many go ahead of it, as they do without one.
        let mayBegin = isWanted && !agent.outputs.writeAhead()
        if agent.pending.isDue || mayBegin && !isMuch(agent) {
            try checkpoint(&agent, filters())
        } else {
            try write(&agent, with: mayBegin ? .all : hasRows || isWanted ? .due : .none)
            if mayBegin { beginCheckpoint(agent) }
        }
        hasMoreRows = agent.outputs.isCommitDue(uptime)
        last = uptime
    }

    private mutating func write(_ agent: inout Agent, with rows: RowShare) throws(StoreFailure) {
        let start = Clock.monotonic
        try store.commit(agent.batch(with: rows), time: Clock.now.milliseconds)
        latencies.note(Clock.monotonic - start)
        agent.didCommit(with: rows)
        didWrite()
    }

    /// Begins to write the states of many devices, which are those after what has just been written.
    private mutating func beginCheckpoint(_ agent: borrowing Agent) {
        draft = CheckpointDraft(of: agent, isHeld: false)
        isAhead = false
    }

    /// Begins a checkpoint with which something comes into force that the journal doesn't say: in parts,
    /// while nothing else happens.
    mutating func beginHeld(_ agent: borrowing Agent) { draft = CheckpointDraft(of: agent, isHeld: true) }

    /// Puts the states of some devices more into bytes.
    ///
    /// Where something has happened to the agent all the same, all is written at once.
    private mutating func gather(_ agent: inout Agent, _ filters: [String]) throws(StoreFailure) {
        guard let isHeld = draft?.isHeld, draft?.isOf(agent) == true else {
            return try checkpoint(&agent, filters)
        }
        guard let whole = draft?.gather(from: agent, filters, atMost: mostGathered) else { return }
        draft = nil
        let gathered = try RunningCheckpoint(whole, in: store)
        guard !isHeld else {
            held = gathered
            return
        }
        running = gathered
        agent.didCheckpoint()
    }

    /// Writes a part of one that is held, with the last all that has gathered; says whether it is in the
    /// store.
    ///
    /// One that the store did not take is given up: the next commit is a whole one.
    mutating func goOnWithHeld(_ agent: inout Agent) throws(StoreFailure) -> Bool {
        guard var checkpoint = held else { return true }
        held = nil
        let start = Clock.monotonic
        defer { latencies.note(Clock.monotonic - start) }
        guard try !checkpoint.writeDevices(to: store, atMost: mostInTurn) else {
            held = checkpoint
            return false
        }
        try checkpoint.end(in: store, with: agent.batch(with: .all), time: Clock.now.milliseconds)
        didCheckpoint(&agent)
        return true
    }

    /// Whether the states of so many devices have changed that one turn doesn't write them.
    func isMuch(_ agent: borrowing Agent) -> Bool { agent.tracker.engine.changeCount > mostInTurn }

    /// Whether what has gathered of more devices than a turn writes is written, so that a checkpoint with
    /// which something else comes has little to write.
    ///
    /// Begins that where it is not, once for each that asks until it is so.
    mutating func hasWrittenAhead(_ agent: inout Agent) throws(StoreFailure) -> Bool {
        guard mustWriteAhead(agent) else {
            isAhead = false
            return true
        }
        guard !isUnderWay else { return false }
        if agent.outputs.writeAhead() {
            try write(&agent, with: .due)
            hasMoreRows = true
        } else {
            try write(&agent, with: .all)
            beginCheckpoint(agent)
            isAhead = true
        }
        return false
    }

    /// Whether what has gathered of more devices than a turn writes is yet to be written.
    func mustWriteAhead(_ agent: borrowing Agent) -> Bool {
        guard isWorking, agent.pending.hasFences, !agent.pending.isDue else { return false }
        return isUnderWay || !isAhead && isMuch(agent)
    }

    /// Who has asked is gone: the next who does waits again.
    mutating func forgetAsker() { isAhead = false }

    /// Does a part of the checkpoint that is under way, where there is one.
    mutating func goOnWithCheckpoint(_ agent: inout Agent, _ filters: [String]) throws(StoreFailure) {
        guard !isGathering else { return try gather(&agent, filters) }
        guard running != nil else { return }
        let start = Clock.monotonic
        if try running?.write(to: store, atMost: mostInTurn) == true { running = nil }
        latencies.note(Clock.monotonic - start)
        (retry, failures) = (nil, 0)
    }

    /// Whether inputs may gather a little longer; the first ones begin it.
    private mutating func mayLinger(_ uptime: Int64) -> Bool {
        let end = lingersUntil ?? uptime + Self.leisure
        lingersUntil = end
        return uptime < end
    }

    private mutating func didWrite() {
        (retry, failures) = (nil, 0)
        (isAwaited, lingersUntil) = (false, nil)
    }

    /// Writes what a long journal has brought, before the loop begins: with very many devices that takes
    /// seconds, in which a broker would wait for answers.
    ///
    /// What can't be written is in the journal still; the loop tries again, and says why.
    mutating func workOff(_ agent: inout Agent, _ filters: [String]) {
        guard isMuch(agent) else { return }
        try? checkpoint(&agent, filters)
    }

    /// Writes the states anew, in one transaction with all that has gathered.
    ///
    /// With the journal, from which outputs could find them out again, the rows that they have go into the
    /// store.
    mutating func checkpoint(_ agent: inout Agent, _ filters: [String]) throws(StoreFailure) {
        let start = Clock.monotonic
        (draft, held) = (nil, nil)
        while running != nil { try goOnWithCheckpoint(&agent, filters) }
        let checkpoint = agent.checkpoint(filters: filters)
        try store.commit(agent.batch(with: .all), checkpoint, time: Clock.now.milliseconds)
        latencies.note(Clock.monotonic - start)
        didCheckpoint(&agent)
    }

    /// The states are in the store, with all that has gathered.
    private mutating func didCheckpoint(_ agent: inout Agent) {
        if !agent.pending.forgotten.isEmpty { retention.forget(upTo: agent.port.outbox.newestNumber) }
        agent.didCheckpoint()
        agent.didCommit(with: .all)
        didWrite()
    }

    /// A batch was not taken; says whether it is the first.
    mutating func failed(_ failure: StoreFailure, _ uptime: Int64) -> Bool {
        defer { retry = uptime + Self.pause }
        failures += 1
        switch failure {
        case .damaged, .gone: damage = failure
        default: break
        }
        if damage == nil, failures == Self.suspicion {
            // What doesn't pass may be damage under another name.
            damage = store.damage()
        }
        return retry == nil
    }

    /// Begins to copy the store; a copy that is under way begins anew.
    mutating func beginCopy() throws(StoreFailure) {
        copy = nil
        copy = try StoreCopy(of: store)
    }

    /// Copies a little more; says whether that was the last of it.
    mutating func goOnCopying() throws(StoreFailure) -> Bool {
        do throws(StoreFailure) {
            guard try copy?.step() != false else { return false }
        } catch {
            copy = nil
            throw error
        }
        copy = nil
        return true
    }

    /// Does a bit of the erasing that is due.
    mutating func erase(
        _ agent: inout Agent,
        _ uptime: Int64,
        _ filters: @autoclosure () -> [String]
    ) throws(StoreFailure) {
        guard isWorking, uptime >= retention.notBefore else { return }
        let now = Clock.now
        do throws(StoreFailure) {
            if retention.isDue(at: now, oldestRow: agent.port.outbox.oldestNumber) {
                // The journal holds positions too.
                guard try hasWrittenAhead(&agent) else { return }
                try checkpoint(&agent, filters())
                retention.begin(at: now, oldestRow: agent.port.outbox.oldestNumber)
            }
            try eraseStep(uptime, now)
        } catch {
            retention.notBefore = uptime + 60 * RetentionJob.pause
            throw error
        }
    }

    private mutating func eraseStep(_ uptime: Int64, _ now: Timestamp) throws(StoreFailure) {
        switch retention.step {
        case .idle: break
        case .rows(let before, let from):
            let next = try store.eraseSlice(before: before, from: from)
            if next == nil { try store.purgeFenceVersions(before: before) }
            retention.go(on: next.map { .rows(before: before, from: $0) } ?? .pages)
        case .pages: if try store.shrinkSlice() { retention.go(on: .log) }
        case .log:
            guard try store.emptyLog() else {
                retention.notBefore = uptime + RetentionJob.pause
                return
            }
            let (purged, isThorough) = retention.finish(at: now)
            if let purged { try store.keep(purged, as: Agent.StoreKey.purged) }
            if isThorough { try store.keep(nil, as: Agent.StoreKey.erasing) }
        }
    }
}
