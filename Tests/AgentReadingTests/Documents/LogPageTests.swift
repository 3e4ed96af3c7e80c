import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// Holds the table of `docs/operations.md` against the kinds of log lines that there are.
@Suite struct LogPageTests {
    @Test func `has a row for each kind, with its number`() throws {
        let rows = try DocumentPage("docs/operations.md").prose.map(\.line).filter {
            $0.hasPrefix("| `") && $0.prefix(36).dropFirst(3).prefix(32).allSatisfy(\.isHexDigit)
        }
        let expected = LogKind.allCases.map { "| `\($0.messageID)` | `\($0.rawValue)` | " }
        #expect(rows.count == expected.count)
        for start in expected { #expect(rows.contains { $0.hasPrefix(start) }, "\(start)") }
    }
}
