import Foundation
import GeofenceCore
import Testing

@testable import AgentTestSupport

/// The example of `docs/swift.md` that reads GeoJSON, compiled and run.
@Suite struct SwiftGeoJSONTests {
    private static func example(_ print: (Identifier, String, [String]) -> Void) throws {
        // The page's third example begins here.
        let text = """
            { "type": "FeatureCollection", "features": [
              { "type": "Feature", "id": "yard", "properties": { "name": "Yard", "customer": "ACME" },
                "geometry": { "type": "Polygon", "coordinates": [[[13.36, 52.54], [13.37, 52.54], [13.37, 52.55], [13.36, 52.54]]] } },
              { "type": "Feature", "id": "gate", "properties": { "radius": 40 },
                "geometry": { "type": "Point", "coordinates": [13.365, 52.545] } }
            ] }
            """
        let document = try JSONDecoder().decode(GeoJSON.self, from: Data(text.utf8))
        let fences = try document.features.map { try $0.fence(width: 50) }
        for fence in fences { print(fence.id, fence.name ?? "-", fence.properties.map(\.name)) }
        // The page's third example ends here.
    }

    @Test func `prints what the page says`() throws {
        var lines: [String] = []
        try Self.example { lines.append("\($0) \($1) \($2)") }
        let page = try DocumentPage("docs/swift.md").lines
        let said = lines.map { "`\($0)`" }.joined(separator: " and ")
        #expect(lines.count == 2 && page.contains { $0.hasPrefix("It prints \(said).") }, "\(said)")
    }

    @Test func `is what the page shows`() throws {
        let blocks = try DocumentPage("docs/swift.md").blocks.filter { $0.language == "swift" }
        let block = try #require(blocks.dropFirst(2).first)
        let source = try String(contentsOfFile: #filePath, encoding: .utf8).components(separatedBy: "\n")
        let start = try #require(source.firstIndex { $0.hasSuffix("third example begins here.") })
        let end = try #require(source.firstIndex { $0.hasSuffix("third example ends here.") })
        let shown = source[(start + 1)..<end].map { $0.hasPrefix("        ") ? String($0.dropFirst(8)) : $0 }
        #expect(block.lines == ["import Foundation", "import GeofenceCore", ""] + shown)
    }
}
