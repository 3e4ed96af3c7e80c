import Foundation
import Testing

@testable import AgentTestSupport

/// `docs/topics.md` against the schema of the agent's numbers.
@Suite struct TopicPageTests {
    @Test func `names every number of the agent, and every reason for a refusal`() throws {
        let path = DocumentPage.root.path + "/config/schema/stats.json"
        let data = try Data(contentsOf: URL(filePath: path))
        let schema = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let numbers = try #require(schema["properties"] as? [String: [String: Any]])
        let reasons = try #require(numbers["rejected"]?["properties"] as? [String: Any])
        let lines = try DocumentPage("docs/topics.md").lines
        let start = try #require(lines.firstIndex { $0.hasPrefix("`geofence/agent/stats` counts") })
        let table = lines[(start + 2)...].prefix { $0.hasPrefix("|") }
        for name in (Array(numbers.keys) + Array(reasons.keys)).sorted() {
            #expect(table.contains { $0.contains("`\(name)`") }, "\(name)")
        }
    }
}
