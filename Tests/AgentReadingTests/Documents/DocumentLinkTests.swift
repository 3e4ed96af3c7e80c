import Foundation
import Testing

@testable import AgentTestSupport

/// Holds the links and paths of the pages against what there is.
@Suite struct DocumentLinkTests {
    @Test(arguments: try DocumentPage.linked)
    func `has links that lead somewhere`(_ page: DocumentPage) throws {
        let folder = DocumentPage.root.appending(path: page.path).deletingLastPathComponent()
        for (number, line) in page.prose {
            for match in line.matches(of: /(?:\]\(|src="|srcset=")([^)"#]*)(?:#([^)"]*))?[)"]/) {
                let target = String(match.1)
                guard !target.contains("://") else { continue }
                let file = target.isEmpty ? page.path : Self.path(folder.appending(path: target))
                #expect(Self.exists(file), "\(page):\(number): \(target)")
                guard let anchor = match.2, file.hasSuffix(".md") else { continue }
                let anchors = try DocumentPage(file).anchors
                #expect(anchors.contains(String(anchor)), "\(page):\(number): \(target)#\(anchor)")
            }
        }
    }

    /// Paths in sentences and in commands.
    @Test(arguments: try DocumentPage.all)
    func `names files that there are`(_ page: DocumentPage) throws {
        let path =
            /(?:^|[`\s(])((?:scripts|config|docs|Sources|Tests|Benchmarks|\.ci)\/[\w.\/~-]+)(?=$|[`\s),:;])/
        for (number, line) in page.lines.enumerated() where !line.hasPrefix("```") {
            for match in line.matches(of: path) {
                #expect(Self.exists(String(match.1)), "\(page):\(number + 1): \(match.1)")
            }
        }
    }

    @Test func `reaches every page in docs from docs/README.md`() throws {
        let index = try DocumentPage("docs/README.md").lines.joined(separator: "\n")
        for page in try DocumentPage.all where page.path.hasPrefix("docs/") && page.path != "docs/README.md" {
            #expect(index.contains("](\(page.path.dropFirst("docs/".count)))"), "\(page)")
        }
    }

    private static func path(_ url: URL) -> String {
        String(url.standardized.path.dropFirst(DocumentPage.root.path.count + 1))
    }

    private static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: DocumentPage.root.appending(path: path).path)
    }
}
