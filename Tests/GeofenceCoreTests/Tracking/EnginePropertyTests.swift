import BenchmarkSupport
import GeofenceCore
import Testing

/// What holds of every run, whatever the fences and the tracks.
@Suite struct EnginePropertyTests {
    @Test(arguments: 1...5 as ClosedRange<UInt64>)
    func `the same inputs have the same effects`(_ seed: UInt64) throws {
        let inputs = try RandomInputs(seed: seed, count: 150)
        let (first, second) = (Run(inputs.fences), Run(inputs.fences))
        for (step, input) in inputs.inputs.enumerated() {
            let outcomes = (first.take(input), second.take(input))
            #expect(outcomes.0 == outcomes.1, "seed \(seed), step \(step)")
            try #require(first.inOrder == second.inOrder, "seed \(seed), step \(step)")
        }
        #expect(!first.events.isEmpty)
    }

    @Test(arguments: 11...15 as ClosedRange<UInt64>)
    func `a restart at any point changes nothing`(_ seed: UInt64) throws {
        let inputs = try RandomInputs(seed: seed, count: 150)
        let going = Run(inputs.fences)
        var restarted = Run(inputs.fences)
        for (step, input) in inputs.inputs.enumerated() {
            restarted = try restarted.restarted()
            #expect(restarted.knowsUrgentExtras, "seed \(seed), step \(step)")
            let outcomes = (going.take(input), restarted.take(input))
            #expect(outcomes.0 == outcomes.1, "seed \(seed), step \(step)")
            try #require(going.inOrder == restarted.inOrder, "seed \(seed), step \(step)")
            try #require(going.statuses == restarted.statuses, "seed \(seed), step \(step)")
            #expect(going.occupants == restarted.occupants, "seed \(seed), step \(step)")
        }
    }

    @Test(arguments: 21...25 as ClosedRange<UInt64>)
    func `advancing the clock in more steps gives the same events`(_ seed: UInt64) throws {
        let inputs = try RandomInputs(seed: seed, count: 150, .init(lateness: 0, changes: 15))
        var random = SeededGenerator(seed: seed)
        let (few, many) = (Run(inputs.fences), Run(inputs.fences))
        var now: Int64 = 0
        for input in inputs.inputs {
            let next = input.time.milliseconds
            while now < next {
                now = min(next, now + Int64.random(in: 1...4000, using: &random))
                many.take(.advance(Timestamp(milliseconds: now)))
            }
            few.take(.advance(input.time))
            few.take(input)
            many.take(input)
        }
        #expect(few.events == many.events, "seed \(seed)")
        #expect(few.statuses == many.statuses, "seed \(seed)")
    }

    @Test(arguments: 31...35 as ClosedRange<UInt64>)
    func `the clock needs to be advanced at the next deadline only`(_ seed: UInt64) throws {
        let inputs = try RandomInputs(seed: seed, count: 150, .init(lateness: 0))
        let (always, atDeadlines) = (Run(inputs.fences), Run(inputs.fences))
        for input in inputs.inputs {
            while let due = atDeadlines.engine.nextDeadline, due <= input.time {
                atDeadlines.take(.advance(due))
            }
            atDeadlines.take(input)
            always.take(.advance(input.time))
            always.take(input)
        }
        #expect(always.events == atDeadlines.events, "seed \(seed)")
    }

    @Test(arguments: 41...52 as ClosedRange<UInt64>)
    func `enters and exits alternate, numbers have no gap, stamps go forward, ids are unique`(_ seed: UInt64)
        throws
    {
        let run = try RandomInputs(seed: seed, count: 250, .init()).run()
        for (pair, events) in Dictionary(grouping: run.events, by: { "\($0.device)/\($0.fence)" }) {
            #expect(events.map(\.sequence) == events.indices.map { UInt32($0 + 1) }, "seed \(seed), \(pair)")
            let turns = events.filter { !$0.isDwell }
            for (one, next) in zip(turns, turns.dropFirst()) {
                #expect(
                    one.kind == .enter ? next.kind != .enter : next.kind == .enter,
                    "seed \(seed), \(pair)"
                )
                #expect(one.time <= next.time, "seed \(seed), \(pair)")
            }
            for event in events {
                #expect(event.visit <= event.time, "seed \(seed), \(event)")
                #expect(!event.via.isEmpty, "seed \(seed), \(event)")
                if let confirmed = event.confirmed {
                    #expect(event.time <= confirmed, "seed \(seed), \(event)")
                }
            }
        }
        #expect(Set(run.events.map(\.id)).count == run.events.count, "seed \(seed)")
    }

    @Test(arguments: 61...66 as ClosedRange<UInt64>)
    func `a status is told when it, its via or its visit changes, and at no other time`(_ seed: UInt64) throws
    {
        let inputs = try RandomInputs(seed: seed, count: 200, .init())
        let run = Run(inputs.fences)
        for (step, input) in inputs.inputs.enumerated() {
            run.take(.advance(input.time))
            let before = run.statuses
            run.take(input)
            let after = run.statuses
            let changed = after.keys.filter { before[$0]?.topic ?? [] != after[$0]?.topic }
            #expect(Set(changed).isSubset(of: run.toldStatuses), "seed \(seed), step \(step)")
            let needless = run.toldStatuses.subtracting(changed)
                .filter { after[$0]?.status != .unknown }
                .filter { name in !run.effects.events.contains { "\($0.device)/\($0.fence)" == name } }
            #expect(needless == [], "seed \(seed), step \(step)")
        }
    }

    @Test(arguments: 71...74 as ClosedRange<UInt64>)
    func `the occupants of a fence are the devices whose status is inside`(_ seed: UInt64) throws {
        let inputs = try RandomInputs(seed: seed, count: 150)
        let run = Run(inputs.fences)
        for (step, input) in inputs.inputs.enumerated() {
            let before = run.occupants
            run.take(input)
            let inside = run.statuses.filter { $0.value.status == .inside }.keys.sorted()
            #expect(run.occupants == inside, "seed \(seed), step \(step)")
            guard case .replace = input else {
                let told = Set(run.effects.occupancy.map(run.name))
                let changed = Set(before).symmetricDifference(run.occupants)
                #expect(changed.isSubset(of: told), "seed \(seed), step \(step)")
                continue
            }
        }
    }

    @Test(arguments: 81...85 as ClosedRange<UInt64>)
    func `how many fences are told changes no event`(_ seed: UInt64) throws {
        let inputs = try RandomInputs(seed: seed, count: 150)
        let (all, none) = (Run(inputs.fences), Run(inputs.fences, reportAllUpTo: 0))
        for input in inputs.inputs {
            all.take(input)
            none.take(input)
        }
        #expect(all.events == none.events, "seed \(seed)")
        #expect(all.statuses == none.statuses, "seed \(seed)")
    }
}

extension Event {
    fileprivate var isDwell: Bool {
        if case .dwell = kind { true } else { false }
    }
}

extension Run.Reported {
    /// What has to change so that it is told; unknown is told once, when a device is first heard of.
    fileprivate var topic: [String] {
        status == .unknown ? [] : ["\(status)", "\(via)", "\(visit?.milliseconds ?? 0)"]
    }
}
