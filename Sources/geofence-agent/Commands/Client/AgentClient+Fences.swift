import Foundation
import GeofenceCore

/// What a running agent says of its fences.
struct LiveFences {
    /// A fence and where it comes from.
    typealias Entry = (fence: Fence, type: String)

    /// All fences, ascending by id.
    var entries: [Entry]
    /// The agent's general rules, by which fences that are sent to it are read.
    var rules: Rules
}

extension AgentClient {
    /// The agent's general rules.
    func generalRules() throws(Failure) -> Rules {
        try rules(in: ask("fence/list") { $0.member("limit", 1) }, reading)
    }

    /// All fences that are in force, those of its configuration and those set at run time.
    func fences() throws(Failure) -> LiveFences {
        var first: JSONNode?
        let nodes = try list("fence/list", "fences", by: "id") { answer in first = first ?? answer }
        let reading = reading
        var live = LiveFences(entries: [], rules: Rules())
        if let first { live.rules = try rules(in: first, reading) }
        for node in nodes {
            guard case .object(let members) = node.value else { throw .unreadable() }
            let own = members.filter { ![Self.typeKey, "revision"].contains($0.key) }
            let bare = JSONNode(position: node.position, value: .object(own))
            let value = ValueReader(node: bare, path: "", reading: reading)
            guard let fence = Fence(reading: value, rules: live.rules) else {
                throw .unreadable(reading.requestProblem.description)
            }
            live.entries.append((fence, node.member(Self.typeKey)?.text ?? ""))
        }
        return live
    }

    /// Where a fence comes from, in the agent's answers.
    private static let typeKey = "type"

    private var reading: ConfigurationReading {
        ConfigurationReading(file: "", environment: ProcessInfo.processInfo.environment)
    }

    private func rules(in answer: JSONNode, _ reading: ConfigurationReading) throws(Failure) -> Rules {
        guard let node = answer.member("rules") else { return Rules() }
        let rules = Rules().overridden(by: ValueReader(node: node, path: "rules", reading: reading))
        guard reading.problems.isEmpty else { throw .unreadable(reading.requestProblem.description) }
        return rules
    }

    /// Has the agent take all of an import, or nothing: it keeps the parts in mind and takes them with the
    /// last one.
    ///
    /// - Throws: `Failure.refused` where the agent refuses any of it, `.undecided` where no answer came to
    ///   the last part.
    func send(_ parts: FenceParts) throws(Failure) {
        let name = "cli-\(UInt64.random(in: 0...(.max)))"
        let count = parts.documents.count
        for (index, document) in parts.documents.enumerated() {
            let isLast = index == count - 1
            do throws(Failure) {
                let patience = isLast ? Self.patienceForAll : BrokerClient.patience
                _ = try ask("fence/import", patience: patience) { json in
                    json.member("import", name)
                    json.member("part", index + 1)
                    json.member("parts", count)
                    json.member("format", FenceFileFormat.geojson.rawValue)
                    json.member("document", json: document)
                }
            } catch {
                if isLast, case .noAnswer(let failure) = error { throw .undecided(failure) }
                throw error
            }
        }
    }

    /// Milliseconds that the agent may take for all fences of an import at once.
    private static let patienceForAll: Int64 = 120_000
}
