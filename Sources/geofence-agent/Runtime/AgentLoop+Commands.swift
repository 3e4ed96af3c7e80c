import GeofenceCore
import Logging

extension AgentLoop {
    /// Does what another part of the process asks for.
    func obey(_ command: Command) {
        switch command {
        case .stop: isStopping = true
        case .reload: reloadConfiguration()
        }
    }

    /// Checks the file, then swaps; a file with errors changes nothing.
    private func reloadConfiguration() {
        guard let new = reload() else { return }
        var setup = new.setup
        setup.topics = agent.setup.topics
        agent.setup = setup
        agent.pacer.interval = setup.deviceEvery
        useFences()
        about.configuration = new.hash
        statistics.infoIsDue = true
        let isElsewhere = link.isOther(new.connection)
        do throws(MQTTFailure) {
            try link.use(filters: setup.sources.map(\.template.filter))
            if isElsewhere { throw MQTTFailure("configuration", reason: "mqtt has changed") }
        } catch {
            link.use(new.connection)
            connectionFailed(error, Clock.uptime)
        }
        log.notice("the configuration is in force", metadata: ["fences": "\(agent.engine.fenceCount)"])
    }

    /// Says that we are gone, so that the broker doesn't have to find out, and waits a little for its answer.
    ///
    /// The turns meanwhile are whole ones: what still arrives is kept before it is acknowledged.
    func sayGoodbye() {
        guard let connection = link.online else { return }
        do throws(MQTTFailure) {
            statistics.infoIsDue = true
            try publishAbout(connection, Clock.uptime)
            let packet = try connection.publish(
                agent.setup.topics.state,
                Array("offline".utf8),
                retained: true
            )
            extras.insert(packet)
            let deadline = Clock.uptime + 2000
            while extras.contains(packet), Clock.uptime < deadline {
                turn()
                wait(atMost: 50)
            }
            connection.disconnect()
            try connection.write()
        } catch {
            log.info("\(error)")
        }
    }
}
