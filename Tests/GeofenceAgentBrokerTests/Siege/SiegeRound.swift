import BenchmarkSupport
import Foundation

@testable import geofence_agent

/// One round: the same script without faults and with them.
struct SiegeRound {
    let plan: SiegePlan
    let number: Int
    let seed: UInt64
    let kind: SiegeKind
    let script: SiegeScript
    let faults: [Int: [SiegeFault]]

    init(_ plan: SiegePlan, _ number: Int) {
        (self.plan, self.number) = (plan, number)
        seed = plan.seed(ofRound: number)
        kind = plan.kind(ofRound: number)
        script = SiegeScript(lines: plan.lines, seed: seed)
        var random = SeededGenerator(seed: seed ^ 0xFA17)
        faults = kind.faults(script.steps.count, &random, plan)
    }

    /// The faults in one line.
    var summary: String {
        var counts: [String: Int] = [:]
        for fault in faults.values.joined() { counts[fault.name, default: 0] += 1 }
        return counts.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" }.joined(separator: ", ")
    }

    /// Plays it; gives what differs, and where the logs are.
    func run() throws -> (watch: SiegeWatch, difference: String?) {
        let calm = try SiegeSite(kind, seed: seed)
        try play(on: calm, [:], expected: nil)
        print("siege: round \(number) without faults: \(calm.watch)")
        let site = try SiegeSite(kind, seed: seed, shim: kind.needsShim ? SiegeShim.library() : nil)
        let isCompared = kind.comparison == .everything
        do {
            try play(on: site, faults, expected: isCompared ? calm.record : nil)
        } catch {
            return (site.watch, "\(error)\n\(keep(site, calm))")
        }
        let problem = difference(of: site, from: calm)
        return (site.watch, problem.map { "\($0)\n\(keep(site, calm))" })
    }

    private func difference(of site: SiegeSite, from calm: SiegeSite) -> String? {
        let difference =
            switch kind.comparison {
            case .everything: site.record.difference(from: calm.record)
            case .order: site.record.disorder(beside: calm.record, cleared: cleared)
            case .nothing: String?.none
            }
        let (memory, turn) = (kind.memory(plan), kind.longestTurn(plan))
        return difference ?? site.watch.excess(over: calm.watch, memory: memory, longestTurn: turn)
    }

    /// What requests of the script have set, where the faults clear it.
    private var cleared: Set<String> {
        let clears = faults.values.joined().contains { if case .fences = $0 { true } else { false } }
        return clears ? SiegeRequests.fences : []
    }

    private func play(on site: SiegeSite, _ faults: [Int: [SiegeFault]], expected: SiegeRecord?) throws {
        var marks = 0
        for (index, step) in script.steps.enumerated() {
            for fault in faults[index] ?? [] { try site.bear(fault) }
            switch step {
            case .publish(let topic, let payload): try site.publisher.send(topic, payload)
            case .request(let command, let payload, let answer):
                // What came before and is sent again behind it would bring the device back.
                if command == "device/forget" { try site.awaitAgent() }
                try site.publisher.request("geofence/request/\(command)", payload, answer: answer)
            case .reload(let number): try site.reload(number)
            case .mark:
                try site.mark(expected?.retained[marks])
                marks += 1
            }
            if index % 25 == 0 {
                try site.publisher.flush()
                try site.listen()
            }
        }
        try site.verifyLife()
    }

    /// Keeps the folders of both runs for whoever looks into it.
    private func keep(_ site: SiegeSite, _ calm: SiegeSite) -> String {
        let folder = NSTemporaryDirectory() + "geofence-siege-\(seed)"
        try? FileManager.default.removeItem(atPath: folder)
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for (name, site) in [("besieged", site), ("calm", calm)] {
            try? FileManager.default.copyItem(atPath: site.site.folder.path, toPath: "\(folder)/\(name)")
            write(site.record.text, to: "\(folder)/\(name).txt")
        }
        let steps = script.steps.enumerated().map { index, step in
            (faults[index] ?? []).map { "\(index) FAULT \($0)\n" }.joined() + "\(index) \(step)\n"
        }
        write(steps.joined(), to: folder + "/script.txt")
        return "logs, stores, the script and what was heard are in \(folder)"
    }

    private func write(_ text: String, to file: String) {
        try? Data(text.utf8).write(to: URL(fileURLWithPath: file))
    }
}
