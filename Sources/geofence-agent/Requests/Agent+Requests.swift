import GeofenceCore
import MQTT

extension Agent {
    /// Does what a message on `geofence/request/{command}` asks for, and puts the answer into the
    /// port.outbox.
    ///
    /// `mark` is that of the message, by which it is known where the broker sends it again. One that may
    /// change something is not done a second time: its answer was committed with what it has changed. A
    /// question that the other of two agents answers is kept once.
    mutating func answer(
        request command: String,
        payload: UnsafeRawBufferPointer,
        length: Int,
        mark: Redelivery.Mark? = nil,
        reply: ReplyAddress,
        at now: Timestamp
    ) {
        let part = part(in: command, payload)
        guard part != .passes else { return }
        let isRepeat = mark.map { tracker.isRepeat($0) } ?? false
        defer {
            // At QoS 0 nothing comes again, and there is no end of what may come.
            if command == RequestKind.deviceForget, let mark, mark.packet != 0 {
                wasAskedToForget(payload, again: isRepeat, at: now)
            }
        }
        guard !isRepeat else {
            // Its acknowledgement may be lost again.
            port.counters.duplicates += 1
            return
        }
        // One that found nothing to change might later.
        defer { if isChange(command) { noteReceived(mark) } }
        guard part != .answers else {
            return self.reply(to: command, payload, length: length, reply, at: now)
        }
        guard part != .shadows || isChange(command) else {
            // A restart forgets both.
            if let mark, mark.packet != 0 { tracker.rememberForNow(mark) }
            return miss(.question(command: command, payload: Array(payload)), payload, reply, at: now)
        }
        let answer =
            refusal(of: command, payload, length) ?? answer(request: command, payload: payload, at: now)
        if let answer, part == .shadows { miss(.answer(answer), payload, reply, at: now) }
    }

    /// Leaves a request to the other of two agents, as long as that is there.
    private mutating func miss(
        _ content: MissedRequests.Content,
        _ payload: UnsafeRawBufferPointer,
        _ reply: ReplyAddress,
        at now: Timestamp
    ) {
        missed.add(content, to: reply, AnswerMark(reply, request: Array(payload)), at: now)
    }

    /// Does what a request asks for, and puts the answer into the outbox, now or when a server has answered.
    mutating func reply(
        to command: String,
        _ payload: UnsafeRawBufferPointer,
        length: Int,
        _ reply: ReplyAddress,
        at now: Timestamp
    ) {
        let answer =
            refusal(of: command, payload, length)
            ?? answer(request: command, payload: payload, asker: .message(reply), at: now)
        if let answer { send(answer, to: reply, at: now) }
    }

    /// Puts an answer into the outbox.
    mutating func send(_ answer: [UInt8], to reply: ReplyAddress, at now: Timestamp) {
        // Not even the word that it is too much, where that alone would be too much.
        guard !port.outbox.hasNoRoomForAnswers else { return }
        port.outbox.add(
            topic: reply.topic,
            payload: answer,
            isRetained: false,
            time: now.milliseconds,
            correlation: reply.correlation,
            userProperties: reply.userProperties
        )
    }

    /// A request to forget a device has come while repeats may come.
    ///
    /// Where it came again, what the broker has sent again from before it goes, too. What comes of the device
    /// from here on, known or not, was sent after it, and stays where it comes once more.
    private mutating func wasAskedToForget(
        _ payload: UnsafeRawBufferPointer,
        again isRepeat: Bool,
        at now: Timestamp
    ) {
        guard isRepeat || tracker.redelivery.expectsRepeats,
            payload.count <= port.settings.limits.requestBytes,
            port.settings.requests.problem(with: RequestKind.deviceForget) == nil,
            let request = try? Request(command: RequestKind.deviceForget, payload: payload),
            (try? RequestReader(request, DeviceKey.self)) != nil,
            let name = request.body.member(DeviceKey.device.rawValue)?.text, let id = try? Identifier(name)
        else { return }
        if isRepeat, let device = tracker.engine.device(id), tracker.redelivery.isNewcomer(id) {
            forget(device, at: now)
        }
        tracker.wasAskedToForget(id)
    }

    /// Why nothing is looked up where very many answers wait for the broker; what changes something is done
    /// as ever.
    private mutating func problemWithCrowd(_ command: String) -> RequestProblem? {
        guard port.outbox.isFullOfAnswers, requests.first(where: { $0.name == command })?.isReading != false
        else { return nil }
        port.counters.limited += 1
        return RequestProblem(
            "\(port.outbox.answerCount) answers wait for the broker; ask again when they have gone"
        )
    }

    /// The answer to a request over MQTT that is not looked at; nil for one that may be.
    ///
    /// What the map asks for over HTTP does not come here: who may see the map is said there.
    private mutating func refusal(
        of command: String,
        _ payload: UnsafeRawBufferPointer,
        _ length: Int
    ) -> [UInt8]? {
        let (isWhole, most) = (length == payload.count, port.settings.limits.requestBytes)
        var problem = port.settings.requests.problem(with: command)
        if problem == nil, !isWhole || length > most {
            port.counters.limited += 1
            problem = RequestProblem(
                "the payload has \(length) bytes; at most \(most) are taken (limits.requestBytes), so send it in parts"
            )
        }
        guard let problem = problem ?? problemWithCrowd(command) else { return nil }
        port.counters.requests += 1
        port.counters.refusedRequests += 1
        return Answer.refused(problem, transaction: isWhole ? Request.transaction(in: Array(payload)) : nil)
    }

    /// Does what is asked for, and gives the answer; nil where `asker` gets it later, when a server has
    /// answered.
    ///
    /// `hidesZones` leaves out the fences that zones have become.
    mutating func answer(
        request command: String,
        payload: UnsafeRawBufferPointer,
        hidesZones: Bool = false,
        asker: LateAnswers.Asker = .nobody,
        at now: Timestamp
    ) -> [UInt8]? {
        port.counters.requests += 1
        var transaction: [UInt8]?
        do throws(RequestProblem) {
            var request = try Request(command: command, payload: payload)
            transaction = request.transaction
            try checkShard(request, isQuestion: asker.isQuestion)
            if hidesZones { request.hidesZones = true }
            try checkCurtain(request)
            let curtain = request.hidesZones ? ZoneCurtain(zoneFences) : nil
            let waiting = LateAnswers.Waiting(asker, transaction: transaction, hidesZones: request.hidesZones)
            guard let data = try fulfil(request, waiting, at: now) else { return nil }
            return Answer.done(
                curtain?.without(data) ?? data,
                transaction: transaction,
                shard: port.settings.shard
            )
        } catch {
            port.counters.refusedRequests += 1
            return Answer.refused(error, transaction: transaction)
        }
    }

    /// Puts a short answer behind one that can't be sent for its size, so that nobody waits for it.
    mutating func answerShortly(_ row: OutboxRow, at now: Timestamp) {
        guard row.isAnswer, let payload = Answer.short(insteadOf: row.payload) else { return }
        port.outbox.add(
            topic: row.topic,
            payload: payload,
            isRetained: false,
            time: now.milliseconds,
            correlation: row.correlation,
            userProperties: row.userProperties
        )
    }

    /// Does what is asked for and gives the answer's `data` as JSON; nil where that comes later.
    private mutating func fulfil(
        _ request: Request,
        _ waiting: LateAnswers.Waiting,
        at now: Timestamp
    ) throws(RequestProblem) -> [UInt8]? {
        noteDecisions()
        guard let kind = requests.first(where: { $0.name == request.command }) else {
            throw RequestKind.unknown(request.command, among: requests.map(\.name))
        }
        guard kind.mayBeLate, kind.waits(request) else {
            return try kind.fulfil(&self, request, AnswerTicket(number: 0), now)
        }
        let ticket = try lateAnswers.admit(waiting)
        do throws(RequestProblem) {
            guard let data = try kind.fulfil(&self, request, ticket, now) else { return nil }
            lateAnswers.drop(ticket)
            return data
        } catch {
            lateAnswers.drop(ticket)
            throw error
        }
    }
}
