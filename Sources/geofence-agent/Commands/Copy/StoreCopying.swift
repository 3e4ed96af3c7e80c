import CLibrary
import Foundation
import GeofenceCore
import MQTT

/// The way of a store from an agent that runs to a new one.
struct StoreCopying {
    let plan: CopyPlan
    /// Milliseconds that the running agent may take to work off what waits for it.
    var patience: Int64 = 120_000

    /// Goes it; says of each step what is done, and gives the number of devices with the name of the new
    /// session.
    ///
    /// - Throws: why it came to no end; nothing of the copy is left then.
    func run(_ say: (String) -> Void) throws(CopyFailure) -> (devices: Int, clientID: String) {
        try checkRunning()
        try checkAbsence()
        var generator = SystemRandomNumberGenerator()
        let name = SessionName.new(using: &generator)
        let session = try session(name)
        say("the broker keeps messages for the session \"\(session.clientID)\" from now on")
        do throws(CopyFailure) {
            try RunningAgent(configuration: plan.source, patience: patience).workOff()
            say("the running agent has worked off what came before")
            return (try copy(name), session.clientID)
        } catch {
            session.end()
            throw error
        }
    }

    private func session(_ name: String) throws(CopyFailure) -> NewSession {
        let target = plan.target
        do throws(MQTTFailure) {
            return try NewSession(target, clientID: target.mqtt.named(name, target.standby).clientId)
        } catch {
            throw .session(error)
        }
    }

    /// What came before an agent was stopped is in its session, and nowhere else.
    private func checkRunning() throws(CopyFailure) {
        let path = plan.source.store.path
        guard try CopyFailure.of({ () throws(StoreFailure) in try StoreLock.isTaken(path) }) else {
            throw .idle(path: path)
        }
    }

    /// Whoever takes the session of an agent that runs has what was meant for that.
    private func checkAbsence() throws(CopyFailure) {
        let state = AgentSettings(plan.target).topics.ownState
        guard state != AgentSettings(plan.source).topics.ownState,
            RunningAgent.retained(state, plan.target.mqtt) == Array("online".utf8)
        else { return }
        throw .inUse(state: state)
    }

    /// Copies the store, and makes the copy that of the new agent; gives the number of devices.
    private func copy(_ name: String) throws(CopyFailure) -> Int {
        let mask = umask(0o077)
        defer { umask(mask) }
        let partial = plan.path + StoreFile.newcomer
        do throws(StoreFailure) {
            let lock = try StoreLock(besides: plan.path)
            defer {
                withExtendedLifetime(lock) {}
                // Beside a file that is carried elsewhere it has no use.
                if plan.path != plan.target.store.path { _ = unlink(plan.path + ".lock") }
            }
            StoreFile.remove(partial)
            try move(BackupSource(store: plan.source.store).copy(), to: partial)
            let devices = try CopiedStore(path: partial, configuration: plan.target).adapt(clientID: name)
            try StoreFile.put(partial, at: plan.path)
            return devices
        } catch {
            StoreFile.remove(partial)
            throw .store(error)
        }
    }

    private func move(_ copy: String, to partial: String) throws(StoreFailure) {
        try StoreFile.check(copy)
        do {
            try FileManager.default.moveItem(atPath: copy, toPath: partial)
        } catch {
            throw .disk(path: partial, reason: "\(error.localizedDescription); the copy is in \(copy)")
        }
    }
}
