import GeofenceCore
import Testing

/// What holds of every run, whatever the rules: of what is told.
@Suite struct WideEventTests {
    private func run(_ seed: UInt64, changes: Int = 0) throws -> Run {
        let inputs = try WideInputs(seed: seed, count: 300, .of(seed: seed, changes: changes))
        let run = inputs.start
        for input in inputs.inputs {
            run.take(.advance(input.arrival))
            run.take(input)
        }
        return run
    }

    @Test(arguments: Seeds.many(501) + [642, 828, 853, 951, 1062, 1149, 1287, 1311, 1316, 1410])
    func `enters and exits alternate, also where late ones are put in their place`(_ seed: UInt64) throws {
        for (pair, events) in try run(seed).events.byPair {
            let told = events.filter { !$0.isLate && $0.isTurn }
            let merged = events.filter(\.isTurn).enumerated()
                .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
            for turns in [told, merged] {
                for (one, next) in zip(turns, turns.dropFirst()) {
                    #expect(
                        (one.kind == .enter) != (next.kind == .enter),
                        "seed \(seed), \(pair): \(one), \(next)"
                    )
                }
            }
            for (one, next) in zip(told, told.dropFirst()) {
                #expect(one.time <= next.time, "seed \(seed), \(pair): \(one), \(next)")
            }
        }
    }

    @Test(arguments: Seeds.many(601) + [639, 709, 912])
    func `numbers have no gap, ids are unique, and what an event says is possible`(_ seed: UInt64) throws {
        let run = try run(seed, changes: 25)
        for (pair, events) in run.events.byPair {
            #expect(events.map(\.sequence) == events.indices.map { UInt32($0 + 1) }, "seed \(seed), \(pair)")
        }
        for event in run.events {
            #expect(event.visit <= event.time, "seed \(seed), \(event)")
            #expect(!event.via.isEmpty, "seed \(seed), \(event)")
            #expect((0...1).contains(event.confidence), "seed \(seed), \(event)")
            if let confirmed = event.confirmed { #expect(event.time <= confirmed, "seed \(seed), \(event)") }
            switch event.kind {
            case .exit(let duration), .speedingEnd(let duration, _, _, _):
                #expect(duration >= 0, "seed \(seed), \(event)")
            case .enter, .dwell, .speeding: break
            }
        }
        let ids = Dictionary(grouping: run.events, by: \.id).filter { $0.value.count > 1 }
        #expect(ids.isEmpty, "seed \(seed): \(ids)")
    }

    @Test(arguments: Seeds.many(701))
    func `a group is inside while any of its fences is, and the occupants are those inside`(_ seed: UInt64)
        throws
    {
        let inputs = try WideInputs(seed: seed, count: 200, .of(seed: seed, changes: 20))
        let run = inputs.start
        for (step, input) in inputs.inputs.enumerated() {
            run.take(input)
            let inside = run.statuses.filter { $0.value.status == .inside }.keys.sorted()
            try #require(run.occupants == inside, "seed \(seed), step \(step): \(input)")
            for (name, report) in run.groups {
                let isInside = report.status == .inside
                try #require(
                    isInside == !report.fences.isEmpty,
                    "seed \(seed), step \(step), \(name): \(input)"
                )
            }
        }
    }

    @Test(arguments: Seeds.many(801))
    func `a status that changes is told`(_ seed: UInt64) throws {
        let inputs = try WideInputs(seed: seed, count: 200, .of(seed: seed, changes: 20))
        let run = inputs.start
        for (step, input) in inputs.inputs.enumerated() {
            let before = (run.statuses, run.groups)
            run.take(input)
            let after = (run.statuses, run.groups)
            let changed = after.0.keys.filter { before.0[$0]?.topic != after.0[$0]?.topic }
            let unreported = Set(changed).subtracting(run.toldStatuses).filter {
                after.0[$0]?.status != .unknown || before.0[$0] != nil
            }
            try #require(unreported == [], "seed \(seed), step \(step): \(input)")
            let groups = after.1.keys.filter { before.1[$0]?.topic != after.1[$0]?.topic }
            let unreportedGroups = Set(groups).subtracting(run.reportedGroups).filter { before.1[$0] != nil }
            try #require(unreportedGroups == [], "seed \(seed), step \(step): \(input)")
        }
    }

    @Test(arguments: Seeds.many(901) + [951, 1062, 1149, 1287, 1316, 1410, 2322])
    func `the events told add up to the status`(_ seed: UInt64) throws {
        let inputs = try WideInputs(seed: seed, count: 250, .of(seed: seed))
        let run = inputs.start
        var state: [String: Bool] = [:]
        for (step, input) in inputs.inputs.enumerated() {
            run.take(input)
            for event in run.effects.events where event.isTurn && !event.isLate {
                state[event.pairName] = event.kind == .enter
            }
            let inside = run.statuses.mapValues(\.status).merging(run.groups.mapValues(\.status)) { $1 }
            for (name, isInside) in state {
                guard let status = inside[name], status != .unknown else { continue }
                try #require((status == .inside) == isInside, "seed \(seed), step \(step), \(name): \(input)")
            }
        }
    }
}

extension [Event] {
    /// The events of each device and fence, or group.
    var byPair: [String: [Event]] { Dictionary(grouping: self, by: \.pairName) }
}

extension Event {
    var pairName: String { "\(device)/\(fence)" }

    /// Whether it is an enter or an exit.
    var isTurn: Bool {
        switch kind {
        case .enter, .exit: true
        case .dwell, .speeding, .speedingEnd: false
        }
    }
}

extension Run.Reported {
    fileprivate var topic: [String] {
        ["\(status)"] + (status == .unknown ? [] : ["\(via)", "\(visit?.milliseconds ?? 0)"])
    }
}

extension GroupReport {
    fileprivate var topic: [String] { ["\(status)", "\(visit?.milliseconds ?? 0)", "\(fences)"] }
}
