import GeofenceCore

extension Agent {
    private enum WhatIfKey: String, ConfigurationKey { case fence, device, from, to }

    /// What a fence would have made of the past: answered later, by another thread.
    mutating func whatIf(
        _ request: Request,
        _ ticket: AnswerTicket,
        at now: Timestamp
    ) throws(RequestProblem) -> [UInt8]? {
        guard let path = port.settings.historyPath, port.settings.history?.positions == true else {
            throw RequestProblem(
                "no positions are kept; put \"history\": {} into the configuration of the agent, and wait"
            )
        }
        var question = try readWhatIf(request, path, at: now)
        question.stream = port.settings.stream
        return try ask(.whatIf(question), ticket)
    }

    private func readWhatIf(
        _ request: Request,
        _ path: String,
        at now: Timestamp
    ) throws(RequestProblem) -> WhatIfQuestion {
        let reading = ConfigurationReading(file: "", environment: [:])
        reading.timeZones = TimeZoneCache(files: port.settings.timeZones)
        let value = ValueReader(node: request.body, path: "", reading: reading)
        let object = value.object(WhatIfKey.self)
        let device = object?[.device]?.identifier()
        let to = min(object?[.to]?.moment() ?? now, now)
        let usual = to.advanced(byMilliseconds: -WhatIfQuestion.usualDays * 86_400_000)
        let from = object?[.from]?.moment() ?? usual
        let fence = object?[.fence].flatMap { value in
            Fence(reading: ExpectedRevision.split(off: value).0, rules: port.settings.rules)
        }
        guard reading.problems.isEmpty else { throw reading.requestProblem }
        guard let fence else { throw RequestProblem("\"fence\" is missing; send one as fence/set takes it") }
        guard fence.follows == nil else {
            throw RequestProblem("\"\(fence.id)\" goes with a device; where that was is not looked up")
        }
        guard from < to else { throw RequestProblem("\"from\" is not before \"to\"") }
        let range = HistoryRange(from: from, to: to)
        return WhatIfQuestion(fence: fence, device: device, range: range, stream: StreamRules(), path: path)
    }
}
