import MQTT

/// Why a store can't be copied for a new agent.
enum CopyFailure: Error, CustomStringConvertible {
    /// No agent runs with the store.
    case idle(path: String)
    /// The new agent runs already, by what its state topic says.
    case inUse(state: String)
    /// The new agent's session can't be made.
    case session(MQTTFailure)
    /// The agent that runs does not say how far it is.
    case unanswered(AgentClient.Failure)
    /// Of two agents the other would answer.
    case standsBy(id: String, leader: String)
    /// The file can't be made.
    case store(StoreFailure)

    var description: String {
        switch self {
        case .idle(let path):
            "\(path): no agent runs with this store, and what waits for it at the broker is nowhere else; start it, and try again"
        case .inUse(let state):
            "the new agent runs already, since \(state) says \"online\"; stop it, or, where none runs, publish \"offline\" there, retained"
        case .session(let failure): "the new agent's session can't be made: \(failure)"
        case .unanswered(let failure): "the running agent does not say how far it is: \(failure)"
        case .standsBy(let id, let leader):
            "agent \"\(id)\" stands by, so that its own word can't be had; copy from \"\(leader)\", which leads, where that runs"
        case .store(let failure): "\(failure)"
        }
    }

    /// How the command ends.
    var status: ExitStatus {
        switch self {
        case .idle, .inUse, .standsBy: .storeLocked
        case .session, .unanswered: .noBroker
        case .store(let failure): ExitStatus(failure)
        }
    }
}
