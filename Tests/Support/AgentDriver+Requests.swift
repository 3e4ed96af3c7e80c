@testable import geofence_agent

extension AgentDriver {
    /// Sends a request and gives the answer's payload.
    @discardableResult
    func ask(_ command: String, _ payload: String = "{}", at time: Int64 = 10_000, packet: UInt16 = 0)
        -> String
    {
        let reply = ReplyAddress(topic: "answers", correlation: [7])
        Array(payload.utf8).withUnsafeBytes { payload in
            agent.answer(
                request: command,
                payload: payload,
                length: payload.count,
                mark: Array("geofence/request/\(command)".utf8).withUnsafeBytes {
                    Redelivery.Mark(packet: packet, topic: $0, payload: payload)
                },
                reply: reply,
                at: Self.at(time)
            )
        }
        let row = agent.port.outbox.changes.outgoing.last { $0.topic == "answers" && $0.correlation == [7] }
        return row.map { String(decoding: $0.payload, as: UTF8.self) } ?? ""
    }

    /// What a request was refused for; nil where it was not.
    func refusal(_ command: String, _ payload: String, at time: Int64 = 10_000) -> String? {
        let answer = ask(command, payload, at: time)
        let start = #"{"status":"error","error":""#
        guard answer.hasPrefix(start) else { return nil }
        return String(answer.dropFirst(start.count).dropLast(2)).replacing(#"\""#, with: "\"")
    }

    /// What waits for the next commit, but for answers.
    var told: [String] { news.filter { !$0.hasPrefix("answers ") } }

    /// An agent that starts from what a store holds of this one.
    func restarted(_ store: MemoryStore) throws -> AgentDriver {
        let other = AgentDriver(try Agent.recovered(agent.port.settings, stored: store.state))
        other.wait = wait
        return other
    }
}
