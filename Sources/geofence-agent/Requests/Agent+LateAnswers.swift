import GeofenceCore

extension Agent {
    /// Answers whoever waits with a ticket, as they would have been at once: `outcome` is the answer's `data`
    /// as JSON, or why there is none.
    mutating func complete(
        _ ticket: AnswerTicket,
        _ outcome: Result<[UInt8], RequestProblem>,
        at now: Timestamp
    ) {
        guard let waiting = lateAnswers.drop(ticket) else { return }
        let answer = lateAnswer(waiting, outcome)
        switch waiting.asker {
        case .message(let reply): send(answer, to: reply, at: now)
        case .question(let question): question.answer(answer)
        case .nobody: break
        }
    }

    private mutating func lateAnswer(
        _ waiting: LateAnswers.Waiting,
        _ outcome: Result<[UInt8], RequestProblem>
    ) -> [UInt8] {
        switch outcome {
        case .success(let data):
            let curtain = waiting.hidesZones ? ZoneCurtain(zoneFences) : nil
            return Answer.done(
                curtain?.without(data) ?? data,
                transaction: waiting.transaction,
                shard: port.settings.shard
            )
        case .failure(let problem):
            port.counters.refusedRequests += 1
            return Answer.refused(problem, transaction: waiting.transaction)
        }
    }
}
