import GeofenceCore

extension Agent {
    /// Does what a message on `geofence/request/{command}` asks for, and puts the answer into the outbox.
    mutating func take(
        request command: String,
        payload: UnsafeRawBufferPointer,
        length: Int,
        reply: ReplyAddress,
        at now: Timestamp
    ) {
        counters.requests += 1
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
            counters.refusedRequests += 1
            answer = Answer.refused(error, transaction: transaction)
        }
        outbox.add(
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
        outbox.add(
            topic: row.topic,
            payload: payload,
            isRetained: false,
            time: now.milliseconds,
            correlation: row.correlation
        )
    }

    /// Does what is asked for and gives the answer's `data` as JSON.
    private mutating func fulfil(_ request: Request, at now: Timestamp) throws(RequestProblem) -> [UInt8] {
        guard let command = RequestCommand(rawValue: request.command) else {
            throw RequestCommand.unknown(request.command)
        }
        return switch command {
        case .fenceSet: try setFences(request, at: now)
        case .fenceGet: try getFence(request)
        case .fenceList: try listFences(request)
        case .fenceRemove: try removeFence(request, at: now)
        case .fenceClear: try clearFences(request, at: now)
        case .fenceImport: try importFences(request, at: now)
        case .deviceStatus: try deviceStatus(request)
        case .deviceList: try listDevices(request)
        case .deviceForget: try forgetDevice(request, at: now)
        case .deviceZones: try deviceZones(request)
        case .deviceOverride: try overrideDevice(request, at: now)
        case .queryContains: try queryContains(request)
        case .queryNearest: try queryNearest(request)
        case .explain: try explain(request)
        case .notify: try notify(request, at: now)
        }
    }
}

/// What can be asked for; the names are the ends of the topics.
enum RequestCommand: String, CaseIterable {
    case fenceSet = "fence/set"
    case fenceGet = "fence/get"
    case fenceList = "fence/list"
    case fenceRemove = "fence/remove"
    case fenceClear = "fence/clear"
    case fenceImport = "fence/import"
    case deviceStatus = "device/status"
    case deviceList = "device/list"
    case deviceForget = "device/forget"
    case deviceZones = "device/zones"
    case deviceOverride = "device/override"
    case queryContains = "query/contains"
    case queryNearest = "query/nearest"
    case explain
    case notify

    /// What to say where a topic names none of them.
    static func unknown(_ name: String) -> RequestProblem {
        let known = allCases.map(\.rawValue)
        if let nearest = NearestName.of(name, among: known) {
            return RequestProblem("there is no command \"\(name)\"; did you mean \"\(nearest)\"?")
        }
        return RequestProblem(
            "there is no command \"\(name)\"; there are \(known.joined(separator: ", "))"
        )
    }
}
