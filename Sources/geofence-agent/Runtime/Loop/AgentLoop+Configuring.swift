import GeofenceCore
import Logging
import MQTT

/// How far a configuration has come whose fences concern very many devices.
struct Configuring {
    /// What is to be done once its fences are in force; nil where it is but the fences.
    var new: AgentLoop.Reloaded?
    /// Whether zones were learnt before.
    let hadZones: Bool
    /// Whether the states are being written.
    var isWriting = false
}

/// A configuration comes into force with a checkpoint: a journal belongs to one set of fences.
///
/// Of very many devices both are done part by part, and nothing else is done meanwhile.
extension AgentLoop {
    /// Whether something is done part by part that nothing else may come between.
    var isInParts: Bool {
        agent.isChangingFences || awaited.configuring != nil || committer.isGathering
    }

    /// Brings the fences of the configuration into force, once all have left those that go.
    func useFences(then new: Reloaded? = nil) {
        let change = whole(new?.fences)
        agent.pending.awaitsFences = false
        let hasAll = agent.hasConfiguredFences(but: change)
        guard !hasAll || !agent.pending.hasFences, agent.closeUnwantedFences(at: Clock.now)
        else { return didConfigure(new) }
        fenceListing.inForce = nil
        agent.pending.isDue = true
        let hadZones = agent.tracker.engine.placeRules?.zones != nil
        // In a new store those are yet to be written that the engine was made with.
        agent.beginConfiguring(by: hasAll ? .nothing : change, at: Clock.now)
        awaited.configuring = Configuring(new: new, hadZones: hadZones)
        if !agent.isChangingFences, !agent.isChangingPoints, !committer.isMuch(agent) { finishInParts() }
    }

    /// Does a part of what is done part by part; says whether all of it is done.
    func goOnInParts() -> Bool {
        // That goes on where a turn ends.
        guard !committer.isGathering else { return false }
        guard !agent.isChangingFences else {
            agent.goOnChangingFences(at: Clock.now)
            return false
        }
        guard !agent.isChangingPoints else {
            agent.goOnChangingPoints()
            return false
        }
        guard let configuring = awaited.configuring else { return true }
        do throws(StoreFailure) {
            guard configuring.isWriting else {
                try endConfiguring(configuring)
                committer.beginHeld(agent)
                return false
            }
            guard try committer.goOnWithHeld(&agent) else { return false }
            didConfigure(configuring.new)
            return true
        } catch {
            storeFailed(error, Clock.uptime)
            return false
        }
    }

    /// Does all that is left of it at once.
    func finishInParts() {
        agent.finishChangingFences(at: Clock.now)
        guard let configuring = awaited.configuring else { return }
        do throws(StoreFailure) {
            if !configuring.isWriting { try endConfiguring(configuring) }
            try committer.checkpoint(&agent, link.heldFilters)
        } catch {
            storeFailed(error, Clock.uptime)
        }
        didConfigure(configuring.new)
    }

    private func endConfiguring(_ configuring: Configuring) throws(StoreFailure) {
        awaited.configuring?.isWriting = true
        try agent.endConfiguring(at: Clock.now, hadZones: configuring.hadZones)
    }

    /// A change of fences, where it is all that the configuration changes of what is in force.
    private func whole(_ change: FenceListChange?) -> FenceListChange? {
        // One that was closing may have gone since, and stand in the list again.
        guard let change, !isChangingClosed, fenceListing.isNext(change), agent.hasConfiguredRules
        else { return nil }
        return change
    }

    /// Whether fences that were closing may differ from those of the list.
    private var isChangingClosed: Bool { agent.pending.awaitsFences || agent.tracker.engine.isClosing }

    private func didConfigure(_ new: Reloaded?) {
        awaited.configuring = nil
        fenceListing.inForce = isChangingClosed ? nil : fenceListing.read
        agent.notePendingZoneFences()
        if let new, !isStopping { didUse(new) }
    }

    /// Brings a configuration that was read again into force.
    func use(_ new: Reloaded) {
        agent.use(new.setup)
        fenceListing.read = new.fences.number
        agent.intake.sourcesChanged()
        sourceSilence.restart()
        useFences(then: new)
    }

    /// Its fences are in force: what else it says is done.
    private func didUse(_ new: Reloaded) {
        agent.pending.isWanted = true
        inFlight.forgetRefused()
        logOnce.forget()
        if agent.outputs.isRefreshing { agent.outputs.beginRefresh() }
        statistics.about.configuration = new.hash
        statistics.infoIsDue = true
        link.use(filters: agent.filters)
        useSourceEchoes()
        useShardFilter()
        if link.isOther(new.connection) { connectElsewhere(new.connection) }
        // Secrets may be others, also where they stand in the same files.
        fleet?.use(link.settings)
        link.endPause()
        log.notice(
            "the configuration is in force",
            metadata: .of(.configurationInForce, ["fences": .number(agent.tracker.engine.fenceCount)])
        )
        supervision.isReady()
        spareProgram.didReload(Clock.uptime)
    }

    /// Leaves the broker, or the session, for another at once.
    private func connectElsewhere(_ new: MQTTSettings) {
        if link.isOtherSession(new) {
            log.warning(
                "mqtt names another session: what the broker keeps for the old one stays there",
                metadata: ["clientId": "\(link.settings.clientId)", "host": "\(link.settings.host)"]
            )
        }
        dropConnection(Clock.uptime)
        link.use(new)
    }
}
