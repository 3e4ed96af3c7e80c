import Foundation
import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// The dashboards of config/dashboards name what there is.
@Suite struct DashboardTests {
    private typealias Object = [String: Any]

    private static func json(_ file: String) throws -> Any {
        let path = DocumentPage.path("config/dashboards/" + file)
        return try JSONSerialization.jsonObject(with: Data(try FileContents(path: path).bytes))
    }

    /// Samples of a page of metrics: their names, and the labels of each.
    private static func metrics() -> [String: Set<String>] {
        var labels: [String: Set<String>] = [:]
        for line in Metrics.page(.example, .example).split(separator: "\n") where !line.hasPrefix("#") {
            let name = String(line.prefix { $0 != "{" && $0 != " " })
            let inside = line.matches(of: /([a-z_]+)="/).map { String($0.1) }
            labels[name, default: []].formUnion(inside)
        }
        return labels
    }

    @Test func `Grafana's asks for metrics and labels that there are`() throws {
        let metrics = Self.metrics()
        let dashboard = try #require(try Self.json("grafana.json") as? Object)
        let panels = try #require(dashboard["panels"] as? [Object])
        var asked: Set<String> = []
        for target in panels.flatMap({ $0["targets"] as? [Object] ?? [] }) {
            let expression = try #require(target["expr"] as? String)
            let names = expression.matches(of: /(?:geofence_agent|process)_[a-z_]+/).map { String($0.0) }
            #expect(!names.isEmpty, "\(expression)")
            for name in names { #expect(metrics[name] != nil, "\(name) is no metric") }
            asked.formUnion(names)
            let labels =
                expression.matches(of: /by \(([a-z_]+)\)/).map { String($0.1) }
                + (target["legendFormat"] as? String ?? "").matches(of: /\{\{([a-z_]+)\}\}/).map {
                    String($0.1)
                }
            for label in labels {
                #expect(names.contains { metrics[$0]?.contains(label) == true }, "\(expression): \(label)")
            }
        }
        #expect(asked.count > 15)
        #expect(Set(panels.compactMap { $0["id"] as? Int }).count == panels.count)
    }

    /// An agent after an enter, a dwell and an exit, and a question.
    private static func published() throws -> [(topic: String, payload: Object)] {
        let driver = try AgentDriver(fences: [AgentDriver.depot { $0.dwell = [1] }])
        driver.fix(inside: false, at: 0)
        driver.fix(inside: true, at: 1000)
        driver.agent.advance(to: AgentDriver.at(3000))
        driver.fix(inside: false, at: 4000)
        return driver.agent.port.outbox.changes.outgoing.compactMap { row in
            guard let payload = try? JSONSerialization.jsonObject(with: Data(row.payload)) as? Object else {
                return nil
            }
            return (row.topic, payload)
        }
    }

    @Test func `Node-RED's listens to topics that there are, and its parts are joined`() throws {
        let nodes = try #require(try Self.json("node-red.json") as? [Object])
        let ids = nodes.compactMap { $0["id"] as? String }
        #expect(Set(ids).count == nodes.count)
        let published = try Self.published()
        for node in nodes {
            for wire in (node["wires"] as? [[String]] ?? []).joined() { #expect(ids.contains(wire)) }
            guard let topic = node["topic"] as? String else { continue }
            #expect(ids.contains(node["broker"] as? String ?? ""))
            if node["type"] as? String == "mqtt out" {
                let command = topic.replacing("geofence/request/", with: "")
                #expect(RequestKind.all.contains { $0.name == command }, "\(topic)")
            } else if topic.hasPrefix("geofence/response/") {
                let command = topic.replacing("geofence/response/", with: "")
                #expect(RequestKind.all.contains { $0.name == command }, "\(topic)")
            } else {
                let pattern = try TopicPattern(topic)
                #expect(published.contains { pattern.matches($0.topic) }, "\(topic)")
            }
        }
    }

    @Test func `Node-RED's knows the kinds of events, and members that they have`() throws {
        let nodes = try #require(try Self.json("node-red.json") as? [Object])
        let events = try Self.published().filter { $0.topic.hasPrefix("geofence/event/") }.map(\.payload)
        let kinds = try #require(nodes.first { $0["property"] as? String == "payload.event" })
        let rules = try #require(kinds["rules"] as? [Object])
        let wires = try #require(kinds["wires"] as? [[String]])
        #expect(rules.count == wires.count && rules.count == events.count)
        for (rule, wire) in zip(rules, wires) {
            let event = try #require(events.first { $0["event"] as? String == rule["v"] as? String })
            let text = nodes.first { $0["id"] as? String == wire.first }?["template"] as? String ?? ""
            let members = text.matches(of: /\{\{payload\.([a-zA-Z]+)\}\}/).map { String($0.1) }
            #expect(!members.isEmpty)
            for member in members { #expect(event[member] != nil, "\(member)") }
        }
    }
}
