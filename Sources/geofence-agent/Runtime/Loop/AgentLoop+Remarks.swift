import Logging

extension AgentLoop {
    /// Says for which sources nothing comes.
    func lookForSilentSources(_ uptime: Int64) {
        sourceSilence.look(
            agent.intake.heardSources,
            agent.port.settings.sources.map(\.template.filter),
            log,
            uptime
        )
    }

    /// Writes into the log what outputs have passed over; what is worth a look once for each.
    func logRemarks() {
        guard !agent.port.remarks.isEmpty else { return }
        for remark in agent.port.remarks {
            let of: Logger.Metadata = ["of": "\(remark.of.debugDescription)"]
            if !remark.isNotable {
                log.debug("\(remark.text)", metadata: of)
            } else if logOnce.shouldLog("\(remark.of): \(remark.text)") {
                log.notice("\(remark.text)", metadata: of)
            }
        }
        agent.port.didWriteRemarks()
    }
}
