/// A checkpoint of many devices while their states are put into bytes, part by part: at once that would hold
/// the loop for a second.
///
/// The agent does nothing else meanwhile: the states belong to one moment.
struct CheckpointDraft {
    /// Whether something comes into force with it that the journal doesn't say.
    let isHeld: Bool
    private let devices: [ChangedDevice]
    private let moment: Moment
    private var checkpoint = Checkpoint()

    /// All that has led to the states of an agent.
    private struct Moment: Equatable {
        var inputs, unwritten: Int

        init(of agent: borrowing Agent) {
            inputs = agent.port.journal.count
            unwritten = agent.port.journal.bytes.count
        }
    }

    init(of agent: borrowing Agent, isHeld: Bool) {
        self.isHeld = isHeld
        devices = agent.changedDevices
        moment = Moment(of: agent)
    }

    /// Whether nothing has happened to the agent since.
    func isOf(_ agent: borrowing Agent) -> Bool { Moment(of: agent) == moment }

    /// Puts the states of some devices more into bytes; gives the checkpoint once that was the last of it.
    mutating func gather(from agent: borrowing Agent, _ filters: [String], atMost most: Int) -> Checkpoint? {
        let start = checkpoint.devices.count
        let end = min(start + most, devices.count)
        agent.write(devices[start..<end], to: &checkpoint)
        guard end == devices.count else { return nil }
        agent.writeRest(to: &checkpoint, filters: filters)
        return checkpoint
    }
}
