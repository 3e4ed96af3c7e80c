import BenchmarkSupport
import Foundation
import GeofenceCore
import Testing

/// What holds of every run, whatever the rules: of the engine as a function of its inputs.
@Suite struct WidePropertyTests {
    @Test(arguments: Seeds.many(1))
    func `the same inputs have the same effects`(_ seed: UInt64) throws {
        let inputs = try WideInputs(seed: seed, count: 150, .of(seed: seed, changes: 20))
        let (first, second) = (inputs.start, inputs.start)
        for (step, input) in inputs.inputs.enumerated() {
            let outcomes = (first.take(input), second.take(input))
            #expect(outcomes.0 == outcomes.1, "seed \(seed), step \(step)")
            try #require(first.inOrder == second.inOrder, "seed \(seed), step \(step)")
        }
    }

    @Test(arguments: Seeds.many(101) + [173, 180, 213, 216, 219, 367])
    func `a restart at any point changes nothing`(_ seed: UInt64) throws {
        let inputs = try WideInputs(seed: seed, count: 150, .of(seed: seed, changes: 20))
        let going = inputs.start
        var restarted = inputs.start
        for (step, input) in inputs.inputs.enumerated() {
            restarted = try restarted.restarted()
            try #require(going.groups == restarted.groups, "seed \(seed), before step \(step)")
            let outcomes = (going.take(input), restarted.take(input))
            #expect(outcomes.0 == outcomes.1, "seed \(seed), step \(step): \(input)")
            let wrong = zip(going.inOrder, restarted.inOrder).filter { $0 != $1 }
            try #require(wrong.isEmpty, "seed \(seed), step \(step): \(input) \(wrong)")
            try #require(going.statuses == restarted.statuses, "seed \(seed), step \(step)")
            try #require(going.occupants == restarted.occupants, "seed \(seed), step \(step)")
            try #require(going.bytes == restarted.bytes, "seed \(seed), step \(step)")
        }
    }

    @Test(arguments: Seeds.many(126))
    func `a change of fences that is made device by device is that made at once`(_ seed: UInt64) throws {
        let inputs = try WideInputs(seed: seed, count: 150, .of(seed: seed, changes: 6))
        let (whole, parts) = (inputs.start, inputs.start)
        var longest = 0
        for (step, input) in inputs.inputs.enumerated() {
            whole.take(input)
            longest = max(longest, parts.take(inParts: input))
            try #require(whole.inOrder == parts.inOrder, "seed \(seed), step \(step)")
            try #require(whole.statuses == parts.statuses, "seed \(seed), step \(step)")
            try #require(whole.occupants == parts.occupants, "seed \(seed), step \(step)")
            try #require(whole.bytes == parts.bytes, "seed \(seed), step \(step)")
        }
        #expect(longest > 1)
    }

    @Test(arguments: Seeds.many(151))
    func `a device whose bytes are others than before is listed as changed`(_ seed: UInt64) throws {
        let inputs = try WideInputs(seed: seed, count: 150, .of(seed: seed, changes: 20))
        let run = inputs.start
        var (before, quiet) = ([String: [UInt8]](), 0)
        for (step, input) in inputs.inputs.enumerated() {
            run.take(input)
            let (after, listed) = (run.bytes, run.engine.changedDevices)
            for device in run.engine.deviceNumbers where !listed.contains(device) {
                let name = run.engine.deviceID(device).description
                try #require(after[name] == before[name], "seed \(seed), step \(step): \(name)")
                quiet += 1
            }
            #expect(Set(listed).count == listed.count && listed.count <= run.engine.changeCount)
            before = after
        }
        #expect(quiet > 50)
    }

    @Test(arguments: Seeds.many(176))
    func `exactly the slots are listed as changed whose bytes are others than before`(_ seed: UInt64) throws {
        let inputs = try WideInputs(seed: seed, count: 150, .of(seed: seed, changes: 6))
        let run = inputs.start
        run.engine.didCheckpoint()
        var (before, rules, changes) = (run.fenceRows, run.bytes[""], 0)
        for (step, input) in inputs.inputs.enumerated() {
            run.take(input)
            let (after, listed) = (run.fenceRows, run.engine.changedFences)
            let all = Set(before.keys).union(after.keys)
            let others = all.filter { before[$0] != after[$0] }
            #expect(listed.count == Set(listed).count, "seed \(seed), step \(step)")
            try #require(Set(listed) == others, "seed \(seed), step \(step)")
            let hasOtherRules = run.engine.hasChangedFenceRules
            try #require(hasOtherRules == (run.bytes[""] != rules), "seed \(seed), step \(step)")
            changes += listed.count
            (before, rules) = (after, run.bytes[""])
        }
        #expect(changes > 0)
    }

    @Test(arguments: Seeds.many(226))
    func `a group whose report is another than before is listed`(_ seed: UInt64) throws {
        let inputs = try WideInputs(seed: seed, count: 150, .of(seed: seed, changes: 20))
        let run = inputs.start
        var (before, changes) = ([String: GroupReport](), 0)
        for (step, input) in inputs.inputs.enumerated() {
            run.take(input)
            let after = run.groupReports
            let changed = Set(
                after.keys.filter {
                    before[$0] != after[$0] && (before[$0] != nil || after[$0]?.status != .unknown)
                }
            )
            let unlisted = changed.subtracting(run.reportedGroups)
            try #require(unlisted == [], "seed \(seed), step \(step): \(input)")
            changes += changed.count
            before = after
        }
        #expect(changes > 0)
    }

    @Test(arguments: Seeds.many(201))
    func `advancing the clock in more steps gives the same events`(_ seed: UInt64) throws {
        let inputs = try WideInputs(seed: seed, count: 150, .of(seed: seed, changes: 20))
        var random = SeededGenerator(seed: seed)
        let (few, many) = (inputs.start, inputs.start)
        var now: Int64 = 0
        for (step, input) in inputs.inputs.enumerated() {
            let next = input.arrival.milliseconds
            while now < next {
                now = min(next, now + Int64.random(in: 1...4000, using: &random))
                many.take(.advance(Timestamp(milliseconds: now)))
            }
            // Also where arrivals go back: a change of fences may have left timers that were due by then.
            many.take(.advance(input.arrival))
            few.take(.advance(input.arrival))
            try #require(few.events == many.events, "seed \(seed), before step \(step)")
            few.take(input)
            many.take(input)
            try #require(few.events == many.events, "seed \(seed), step \(step)")
            try #require(few.statuses == many.statuses, "seed \(seed), step \(step)")
        }
    }

    @Test(arguments: Seeds.many(301))
    func `before the next deadline the clock changes nothing`(_ seed: UInt64) throws {
        let inputs = try WideInputs(seed: seed, count: 150, .of(seed: seed, changes: 20))
        let (always, atDeadlines) = (inputs.start, inputs.start)
        for (step, input) in inputs.inputs.enumerated() {
            while let due = atDeadlines.engine.nextDeadline, due <= input.arrival {
                let isEarly = atDeadlines.advance(to: due.advanced(byMilliseconds: -1))
                #expect(!isEarly, "seed \(seed), before step \(step)")
                _ = atDeadlines.advance(to: due)
            }
            atDeadlines.take(input)
            always.take(.advance(input.arrival))
            always.take(input)
            try #require(always.events == atDeadlines.events, "seed \(seed), step \(step)")
            try #require(always.statuses == atDeadlines.statuses, "seed \(seed), step \(step)")
        }
    }

    @Test(arguments: Seeds.many(401) + [420, 550])
    func `how many fences are told changes no event`(_ seed: UInt64) throws {
        let inputs = try WideInputs(seed: seed, count: 150, .of(seed: seed, changes: 20))
        let (all, none) = (inputs.start, Run(inputs.fences, reportAllUpTo: 0, stream: inputs.stream))
        for (step, input) in inputs.inputs.enumerated() {
            all.take(input)
            none.take(input)
            try #require(all.events == none.events, "seed \(seed), step \(step)")
            try #require(all.statuses == none.statuses, "seed \(seed), step \(step)")
        }
    }
}

/// Seeds of the properties: six of each, or as many as the environment variable `SEEDS` says.
enum Seeds {
    private static let count =
        ProcessInfo.processInfo.environment["SEEDS"].flatMap { UInt64($0) }.map { min(max($0, 1), 1_000_000) }
        ?? 6

    static func many(_ first: UInt64) -> ClosedRange<UInt64> { first...first + (count - 1) }
}

extension Run {
    /// What is to be published of every device and group, and is the same until it is listed in the effects.
    fileprivate var groupReports: [String: GroupReport] {
        var reports: [String: GroupReport] = [:]
        for device in engine.deviceNumbers {
            for group in engine.reportedGroups(device: device) {
                reports["\(engine.deviceID(device))/\(group)"] = engine.report(device: device, group: group)
            }
        }
        return reports
    }

    /// Lets the clock run; says whether any timer did.
    func advance(to time: Timestamp) -> Bool {
        effects.removeAll()
        defer { events += effects.events }
        return engine.advance(to: time, &effects)
    }
}
