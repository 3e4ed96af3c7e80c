import Foundation
import Testing

@testable import AgentTestSupport

/// Holds `docs/security.md` and `SECURITY.md` against what there is.
@Suite struct SecurityPageTests {
    /// The sentences of all tests.
    private static func sentences() throws -> Set<String> {
        let folder = DocumentPage.root.appending(path: "Tests")
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        var sentences: Set<String> = []
        for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: #/func `([^`]+)`/#) { sentences.insert(String(match.1)) }
        }
        return sentences
    }

    @Test func `each row of who can send what names tests that there are`() throws {
        let sentences = try Self.sentences()
        let rows = try DocumentPage("docs/security.md").prose.map(\.line).filter { $0.hasPrefix("| ") }
        let cells = rows.map { $0.dropFirst(2).dropLast(2).components(separatedBy: " | ") }
        let table = cells.filter { $0.count == 4 && $0[0] != "who sends" }
        #expect(table.count >= 20)
        for row in table {
            let named = row[3].matches(of: #/`([^`]+)`/#).map { String($0.1) }
            #expect(!named.isEmpty, "\(row[0]): \(row[1])")
            for sentence in named { #expect(sentences.contains(sentence), "\(sentence)") }
        }
    }

    @Test func `the package names the licence of each library that is linked in`() throws {
        let file = DocumentPage.root.appending(path: "Package.resolved")
        let object = try JSONSerialization.jsonObject(with: try Data(contentsOf: file)) as? [String: Any]
        let pins = try #require(object?["pins"] as? [[String: Any]])
        let text = try String(
            contentsOf: DocumentPage.root.appending(path: "config/debian/copyright"),
            encoding: .utf8
        )
        #expect(!pins.isEmpty)
        for pin in pins {
            let name = try #require(pin["identity"] as? String)
            #expect(text.contains(name), "\(name)")
        }
        let script = try String(
            contentsOf: DocumentPage.root.appending(path: "scripts/package-deb"),
            encoding: .utf8
        )
        #expect(script.contains("cat config/debian/copyright"))
    }

    @Test(arguments: [
        "LimitCORE=0", "MemoryMax=75%", "TasksMax=64", "NoNewPrivileges=yes", "PrivateMounts=yes",
    ])
    func `the unit bounds what the agent may take`(_ line: String) throws {
        let file = DocumentPage.root.appending(path: "config/geofence-agent.service")
        let unit = try String(contentsOf: file, encoding: .utf8)
        #expect(unit.split(separator: "\n").contains(Substring(line)))
    }
}
