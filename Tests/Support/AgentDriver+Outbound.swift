@testable import geofence_agent

extension AgentDriver {
    /// Takes the questions for servers that leave behind the next commit.
    func questions() -> [OutboundQuestion] { agent.port.outbound.drain() }

    /// Lets a server answer a question.
    func reply(_ question: OutboundQuestion, _ answer: OutboundAnswer, at time: Int64 = 11_000) {
        agent.finish(OutboundReply(question, answer), at: Self.at(time))
    }

    /// Lets a server answer a question with a text.
    func reply(_ question: OutboundQuestion, _ text: String, status: Int = 200, at time: Int64 = 11_000) {
        reply(question, .reply(status: status, body: Array(text.utf8)), at: time)
    }

    /// The answers to requests that wait for the next commit, in their order.
    var answers: [String] {
        agent.port.outbox.changes.outgoing.filter { $0.topic == "answers" }
            .map { String(decoding: $0.payload, as: UTF8.self) }
    }
}
