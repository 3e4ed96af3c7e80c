import Foundation
import GeofenceCore
import Testing

@testable import AgentTestSupport

/// The example of `docs/swift.md`, compiled and run.
@Suite struct SwiftPageTests {
    private static func example(_ print: (Event.Kind, Identifier) -> Void) throws {
        // The page's example begins here.
        let depot = try Fence(
            id: Identifier("depot"),
            shape: .circle(Circle(center: Coordinate(latitude: 52.5432, longitude: 13.3661), radius: 150))
        )
        var engine = Engine(fences: [depot])
        var effects = Effects()
        let van = engine.admit(try Identifier("van1"))

        for (second, latitude) in [(0, 52.5300), (240, 52.5432)] {
            let time = Timestamp(milliseconds: 1_760_000_000_000 + Int64(second) * 1000)
            let fix = Fix(coordinate: try Coordinate(latitude: latitude, longitude: 13.3661), accuracy: 8)
            _ = engine.observe(Observation(time: time, arrival: time, fix: fix), device: van, &effects)
        }
        for event in effects.events { print(event.kind, event.fence) }
        // The page's example ends here.
    }

    @Test func `prints what the page says`() throws {
        var lines: [String] = []
        try Self.example { kind, fence in lines.append("\(kind) \(fence)") }
        let page = try DocumentPage("docs/swift.md").lines
        #expect(lines.count == 1)
        #expect(page.contains { $0.hasPrefix("It prints `\(lines.first ?? "")`.") })
    }

    @Test func `is what the page shows`() throws {
        let block = try #require(try DocumentPage("docs/swift.md").blocks.first { $0.language == "swift" })
        let source = try String(contentsOfFile: #filePath, encoding: .utf8).components(separatedBy: "\n")
        let start = try #require(source.firstIndex { $0.hasSuffix("example begins here.") })
        let end = try #require(source.firstIndex { $0.hasSuffix("example ends here.") })
        let shown = source[(start + 1)..<end].map { $0.hasPrefix("        ") ? String($0.dropFirst(8)) : $0 }
        #expect(block.lines == ["import GeofenceCore", ""] + shown)
    }
}
