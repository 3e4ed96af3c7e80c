import Logging

extension AgentLoop {
    /// Tells the log what was passed over of phones and their waypoints; what is worth a look once for each.
    func logRemarks() {
        guard !agent.phones.remarks.isEmpty else { return }
        for remark in agent.phones.remarks {
            let of: Logger.Metadata = ["of": "\(remark.of.debugDescription)"]
            if !remark.isNotable {
                log.debug("\(remark.text)", metadata: of)
            } else if logOnce.isNews("\(remark.of): \(remark.text)") {
                log.notice("\(remark.text)", metadata: of)
            }
        }
        agent.phones.didPublish()
    }
}
