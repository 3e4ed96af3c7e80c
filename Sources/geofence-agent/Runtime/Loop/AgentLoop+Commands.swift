import GeofenceCore
import Logging
import MQTT

extension AgentLoop {
    /// Does what another part of the process asks for.
    func handle(_ command: Command) {
        committer.isAwaited = true
        switch command {
        case .stop: isStopping = true
        case .reload:
            supervision.isReloading(Clock.monotonic)
            reloader.begin()
        case .reloaded:
            guard case .done(let new) = reloader.finish() else { return }
            guard let new else { return reloadFailed() }
            awaited.configuration = new
        case .turn: break
        case .backup: beginBackup()
        case .ask(let question): awaited.questions.append(question)
        case .answered(let reply): awaited.findings.append(.ofServer(reply))
        case .finished(let reply): awaited.findings.append(.ofPast(reply))
        }
    }

    /// A configuration with errors changes nothing.
    private func reloadFailed() {
        supervision.isReady()
        spareProgram.didReload(Clock.uptime)
    }

    /// Does what is asked for over HTTP; where that may change something the answer has to wait until it is
    /// kept.
    ///
    /// While the store takes nothing there is nothing to wait for: changes are refused, so that no answers
    /// pile up.
    func answer(_ question: Question) {
        let kind = agent.requests.first { $0.name == question.command }
        let isReading = kind?.isReading ?? true
        guard isReading || committer.isWorking else {
            let problem = RequestProblem("the store can't be written; nothing is changed until it can")
            return question.answer(Answer.refused(problem, transaction: nil))
        }
        let (payload, now) = (question.payload, Clock.now)
        let answer = payload.withUnsafeBytes { bytes in
            agent.answer(
                request: question.command,
                payload: bytes,
                hidesZones: question.hidesZones,
                asker: .question(question),
                at: now
            )
        }
        noteOtherCounts()
        // Else it is answered when a server has answered the agent.
        guard let answer else { return }
        if isReading { question.answer(answer) } else { answered.append((question, answer)) }
    }

    /// Hands out the answers to what is kept now.
    func handOutAnswers() {
        guard !answered.isEmpty else { return }
        for (question, answer) in answered { question.answer(answer) }
        answered.removeAll()
    }

    /// What a request has changed of the agent's counts is to be published.
    func noteOtherCounts() {
        if agent.pending.hasOtherCounts { statistics.infoIsDue = true }
        agent.pending.hasOtherCounts = false
    }

    /// Says that we are gone, so that the broker doesn't have to find out, and waits a little for its answer.
    ///
    /// The turns meanwhile are whole ones: what still arrives is kept before it is acknowledged.
    func sayGoodbye() {
        guard let connection = link.online else { return }
        do throws(MQTTFailure) {
            statistics.infoIsDue = true
            try publishAbout(connection, Clock.uptime)
            let topics = agent.port.settings.topics
            if let leadership { try sayGoodbye(leadership, connection) }
            let packet = try connection.publish(topics.ownState, Array("offline".utf8), retained: true)
            inFlight.extras[packet] = .init(topic: topics.ownState, since: Clock.uptime)
            let deadline = Clock.uptime + 2000
            while inFlight.extras[packet] != nil, Clock.uptime < deadline {
                turn()
                wait(atMost: 50)
            }
            // Its acknowledgements would leave with that.
            guard awaited.messages == nil else { return }
            try connection.close()
        } catch {
            log.info("\(error)")
        }
    }
}
