import Foundation
import MQTT
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// Holds `docs/metrics.md` and `config/dashboards/alerts.yaml` against what `/metrics` has.
@Suite struct MetricsPageTests {
    private struct Row: Hashable {
        var name, kind: String
        var labels: [String]
    }

    private static let page = Metrics.page(example, .example)

    /// With all that there may be.
    private static var example: Snapshot {
        var snapshot = Snapshot.example
        snapshot.limits.retains = false
        return snapshot
    }

    /// What `/metrics` has, in its order.
    private static var metrics: [Row] {
        var rows: [Row] = []
        for line in page.split(separator: "\n") {
            let words = line.split(separator: " ")
            if line.hasPrefix("# TYPE") {
                rows.append(Row(name: String(words[2]), kind: String(words[3]), labels: []))
            } else if !line.hasPrefix("#"), let last = rows.indices.last {
                let labels = line.matches(of: /([a-z]+)="/).map { String($0.1) }
                if rows[last].labels.isEmpty { rows[last].labels = labels }
            }
        }
        return rows
    }

    @Test func `has a row for each metric, in their order`() throws {
        let rows = try DocumentPage("docs/metrics.md").prose.map(\.line).compactMap { line -> Row? in
            let cells = line.dropFirst(2).dropLast(2).components(separatedBy: " | ")
            guard line.hasPrefix("| `"), cells.count == 4 else { return nil }
            #expect(cells[3].count > 10, "\(cells[0]) says nothing")
            return Row(
                name: cells[0].replacing("`", with: ""),
                kind: cells[1],
                labels: cells[2].matches(of: /`([a-z]+)`/).map { String($0.1) }
            )
        }
        #expect(rows == Self.metrics)
    }

    @Test(arguments: ["docs/metrics.md", "config/dashboards/alerts.yaml"])
    func `asks for metrics and labels that there are`(_ file: String) throws {
        let text = try String(contentsOf: DocumentPage.root.appending(path: file), encoding: .utf8)
        let known = Set(
            Self.page.matches(of: /(?m)^([a-z_]+)/).map { String($0.1) } + Self.metrics.map(\.name)
        )
        let asked = text.matches(of: /(?:geofence_agent|process)_[a-z_]+/).map { String($0.0) }
        #expect(asked.count > 10)
        for name in asked { #expect(known.contains(name), "\(name) is no metric") }
        let labels = Set(Self.metrics.flatMap(\.labels) + ["job", "instance", "severity"])
        for match in text.matches(of: /(?:by|on) \(([a-z, ]+)\)/) {
            for label in match.1.split(separator: ", ") { #expect(labels.contains(String(label))) }
        }
    }

    @Test func `each alert has an expression, a severity and words`() throws {
        let file = DocumentPage.root.appending(path: "config/dashboards/alerts.yaml")
        let rules = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "- alert: ")
            .dropFirst()
        #expect(rules.count == 12)
        for rule in rules {
            #expect(rule.contains("expr: '") && rule.contains(/severity: (critical|warning)/))
            #expect(rule.contains("summary: \"") && rule.contains("description: \""))
        }
        #expect(Set(rules.map { $0.prefix { $0.isLetter } }).count == rules.count)
    }
}
