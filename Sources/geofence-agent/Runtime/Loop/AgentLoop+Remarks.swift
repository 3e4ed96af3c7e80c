import Logging

extension AgentLoop {
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
