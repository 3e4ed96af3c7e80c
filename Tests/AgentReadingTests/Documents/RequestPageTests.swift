import Foundation
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// Holds `docs/requests.md` against the requests that there are.
@Suite struct RequestPageTests {
    @Test func `has a row for every request, and no other`() throws {
        let rows = try DocumentPage("docs/requests.md").prose.map(\.1)
            .drop { $0 != "## Commands" }
            .dropFirst()
            .prefix { !$0.hasPrefix("## ") }
            .filter { $0.hasPrefix("| `") }
        let names = rows.compactMap { $0.split(separator: "`").dropFirst().first.map(String.init) }
        #expect(names.sorted() == RequestKind.all.map(\.name).sorted())
    }
}
