import MQTT

/// Why a store can't be copied for a new agent, or partitions can't go to another.
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
    /// The ranges don't fit what the stores have.
    case ranges(String)
    /// A store can't be read or written.
    case store(StoreFailure)

    var description: String {
        switch self {
        case .idle(let path):
            "\(path): no agent runs with this store, and what waits for it at the broker is nowhere else; start it, and try again"
        case .inUse(let state):
            "the new agent runs already, since \(state) says \"online\"; stop it, or, where none runs, publish \"offline\" there, retained"
        case .session(let failure): "the broker does not do what is needed: \(failure)"
        case .unanswered(let failure): "the running agent does not say how far it is: \(failure)"
        case .standsBy(let id, let leader):
            "agent \"\(id)\" stands by, so that its own word can't be had; copy from \"\(leader)\", which leads, where that runs"
        case .ranges(let reason): reason
        case .store(let failure): "\(failure)"
        }
    }

    /// How the command ends.
    var status: ExitStatus {
        switch self {
        case .idle, .inUse, .standsBy: .storeLocked
        case .session, .unanswered: .noBroker
        case .ranges: .inputData
        case .store(let failure): ExitStatus(failure)
        }
    }
}

extension CopyFailure {
    /// Does something with a store.
    static func of<Value>(_ body: () throws(StoreFailure) -> Value) throws(CopyFailure) -> Value {
        do throws(StoreFailure) {
            return try body()
        } catch {
            throw .store(error)
        }
    }

    /// Looks at ranges.
    static func of<Value>(_ body: () throws(MovePlan.Problem) -> Value) throws(CopyFailure) -> Value {
        do throws(MovePlan.Problem) {
            return try body()
        } catch {
            throw .ranges("\(error)")
        }
    }
}
