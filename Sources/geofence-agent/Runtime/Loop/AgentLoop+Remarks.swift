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
            let metadata = metadata(of: remark)
            if !remark.isNotable {
                log.debug("\(remark.text)", metadata: metadata)
            } else if logOnce.shouldLog("\(remark.of): \(remark.text)") {
                log.notice("\(remark.text)", metadata: metadata)
            }
        }
        agent.port.didWriteRemarks()
    }

    private func metadata(of remark: OutputPort.Remark) -> Logger.Metadata {
        var metadata: Logger.Metadata = [:]
        if let device = remark.device {
            metadata["device"] = "\(device)"
        } else {
            metadata["of"] = "\(remark.of.debugDescription)"
        }
        if let fence = remark.fence { metadata["fence"] = "\(fence)" }
        return remark.kind.map { .of($0, metadata) } ?? metadata
    }
}
