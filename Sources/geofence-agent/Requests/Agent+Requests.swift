import GeofenceCore

extension Agent {
    /// Does what a message on `geofence/request/{command}` asks for, and puts the answer into the
    /// port.outbox.
    mutating func answer(
        request command: String,
        payload: UnsafeRawBufferPointer,
        length: Int,
        reply: ReplyAddress,
        at now: Timestamp
    ) {
        port.counters.requests += 1
        var transaction: [UInt8]?
        var answer: [UInt8]
        do throws(RequestProblem) {
            guard length == payload.count else {
                throw RequestProblem(
                    "the payload has \(length) bytes; at most \(Inbox.largestRequest) are taken, so send it in parts"
                )
            }
            let request = try Request(command: command, payload: payload)
            transaction = request.transaction
            answer = Answer.done(try fulfil(request, at: now), transaction: transaction)
        } catch {
            port.counters.refusedRequests += 1
            answer = Answer.refused(error, transaction: transaction)
        }
        port.outbox.add(
            topic: reply.topic,
            payload: answer,
            isRetained: false,
            time: now.milliseconds,
            correlation: reply.correlation
        )
    }

    /// Puts a short answer behind one that can't be sent for its size, so that nobody waits for it.
    mutating func answerShortly(_ row: OutboxRow, at now: Timestamp) {
        guard !row.isRetained, let payload = Answer.short(insteadOf: row.payload) else { return }
        port.outbox.add(
            topic: row.topic,
            payload: payload,
            isRetained: false,
            time: now.milliseconds,
            correlation: row.correlation
        )
    }

    /// Does what is asked for and gives the answer's `data` as JSON.
    private mutating func fulfil(_ request: Request, at now: Timestamp) throws(RequestProblem) -> [UInt8] {
        guard let kind = requests.first(where: { $0.name == request.command }) else {
            throw RequestKind.unknown(request.command, among: requests.map(\.name))
        }
        return try kind.fulfil(&self, request, now)
    }
}
