import Foundation
import Testing

@testable import geofence_agent

/// The picture of README.md.
@Suite struct PictureTests {
    private static let root = URL(filePath: #filePath).appending(path: "../../../").standardized

    @Test func `is as scripts/picture draws it`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "picture-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let script = Process()
        script.executableURL = Self.root.appending(path: "scripts/picture")
        script.arguments = [folder.path]
        script.environment = ProcessInfo.processInfo.environment
            .merging(["AGENT": AgentProcess.program.path]) { $1 }
        try script.runWithAllSignals()
        #expect(script.awaitEnd() == 0)
        for name in ["picture.svg", "picture~dark.svg"] {
            let drawn = try Data(contentsOf: folder.appending(path: name))
            let kept = try Data(contentsOf: Self.root.appending(path: "docs/\(name)"))
            #expect(drawn == kept, "docs/\(name) is old: run scripts/picture, and look at it")
        }
    }

    /// Who can't see the picture reads the same numbers.
    @Test func `is described with its own numbers`() throws {
        let picture = try String(contentsOf: Self.root.appending(path: "docs/picture.svg"), encoding: .utf8)
        let page = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
        let drawn = try #require(picture.firstMatch(of: /(\d+) positions in, (\d+) events out/))
        let naive = try #require(picture.firstMatch(of: /at its word sends (\d+)\./))
        let described = try #require(
            page.firstMatch(of: /(\d+) positions go in, (\d+) events come out:.* at its word sends (\d+)\./)
        )
        #expect([described.1, described.2, described.3] == [drawn.1, drawn.2, naive.1])
    }
}
