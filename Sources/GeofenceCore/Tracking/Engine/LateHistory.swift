/// What a device has sent lately, kept so that what comes late can be put in its place.
struct LateHistory {
    /// An enter or exit that has been reported.
    struct Reported: Hashable {
        var fence: Identifier
        var isExit: Bool
        var time: Timestamp
        /// When it was certain: the end of a hold, or the same time.
        var decided: Timestamp
    }

    /// The device as it was before the oldest of the inputs.
    var base: DeviceState
    /// What it sent since, ascending by time; late fixes among the others.
    var inputs: [Observation] = []
    /// What was reported since, in that order.
    var reported: [Reported] = []

    /// Inputs kept while nothing is late: how far back something late can be put in its place.
    static let length = 256
    /// Inputs kept while late ones come.
    static let capacity = 50_000
    /// Milliseconds after the last late fix at which all of them are looked at together.
    static let patience: Int64 = 60_000

    /// Adds what came in its order, and forgets the oldest where there is too much.
    mutating func append(
        _ observation: Observation,
        mayForget: Bool,
        _ context: inout StepContext
    ) {
        insert(observation)
        let surplus = min(inputs.count - (mayForget ? Self.length : Self.capacity), Self.forgottenAtOnce)
        guard surplus > 0, let last = inputs[..<surplus].last else { return }
        var effects = Effects()
        for oldest in inputs[..<surplus] {
            _ = base.observe(oldest, &context, &effects)
            base.nextTimer = base.nextDue(context.fences)
        }
        inputs.removeFirst(surplus)
        reported.removeAll { $0.decided <= last.time }
    }

    /// Inputs of a dump that are forgotten with each one that comes after it.
    private static let forgottenAtOnce = 64

    /// Puts the late fix of an observation in its place; false where it is too old, or was there before.
    mutating func insertLate(_ fix: Fix, _ news: Observation, _ outcome: inout Outcome) -> Bool {
        let time = news.time
        let isKnown = inputs.contains { $0.time == time && $0.fix?.coordinate == fix.coordinate }
        let verdict = isKnown ? .duplicate : base.fixOrder.verdict(time, fix.coordinate)
        guard verdict != .late, inputs.count < Self.capacity else { return false }
        guard verdict == .new else {
            outcome.late = false
            outcome.duplicate = true
            return false
        }
        insert(Observation(time: time, arrival: news.arrival, fix: fix, rest: news.rest))
        return true
    }

    private mutating func insert(_ observation: Observation) {
        var index = inputs.count
        while index > 0, inputs[index - 1].time > observation.time { index -= 1 }
        inputs.insert(observation, at: index)
    }

    /// How far the device's timers have run that brought events.
    private var clock: Timestamp { reported.map(\.decided).max() ?? .distantPast }

    /// How far the device's own time has come.
    var end: Timestamp { max(clock, inputs.last?.time ?? .distantPast) }

    /// The events that there would have been, had all come in its order.
    func events(_ context: inout StepContext) -> [Event] {
        var (state, effects) = (base, Effects())
        for observation in inputs {
            _ = state.observe(observation, &context, &effects)
            state.nextTimer = state.nextDue(context.fences)
        }
        // No further than the device's timers have run.
        _ = state.advance(to: clock, &context, &effects)
        return effects.events.filter { $0.kind == .enter || $0.kind.isExit }
    }

    /// The events of one fence that have not been reported.
    ///
    /// Each reported event is explained by the last one of its kind up to its time. What is left are whole
    /// visits, or whole absences; where a reported event has no explanation, nothing is proven.
    static func unreported(_ events: [Event], _ reported: [Reported]) -> [Event] {
        var left = events
        var end = left.count
        for reported in reported.reversed() {
            guard
                let index = left[..<end].lastIndex(where: {
                    $0.kind.isExit == reported.isExit && $0.time <= reported.time
                })
            else { return [] }
            left.remove(at: index)
            end = index
        }
        return left.count.isMultiple(of: 2) && isInTurn(left, reported) ? left : []
    }

    /// Whether enters and exits alternate once all of them are put in order.
    private static func isInTurn(_ events: [Event], _ reported: [Reported]) -> Bool {
        let all = reported.map { ($0.time, $0.isExit) } + events.map { ($0.time, $0.kind.isExit) }
        let turns = all.enumerated().sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }
        return zip(turns, turns.dropFirst()).allSatisfy { $0.element.1 != $1.element.1 }
    }
}
