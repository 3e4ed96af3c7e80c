import Foundation

/// A page of the documentation, as Markdown.
struct DocumentPage: CustomStringConvertible {
    /// The folder of the package.
    static let root = URL(filePath: #filePath).appending(path: "../../../").standardized

    /// Where a file of the package is.
    static func path(_ name: String) -> String { root.appending(path: name).path }

    /// The pages for people, whose examples are tried.
    static var all: [DocumentPage] {
        get throws {
            let docs = try FileManager.default.contentsOfDirectory(atPath: root.path + "/docs")
            let names = docs.filter { $0.hasSuffix(".md") }.sorted().map { "docs/\($0)" }
            return try (["README.md", "SECURITY.md"] + names).map(DocumentPage.init)
        }
    }

    /// All pages that have links.
    static var linked: [DocumentPage] {
        get throws {
            let examples = root.path + "/config/examples"
            let folders = try FileManager.default.contentsOfDirectory(atPath: examples).sorted()
            let names = folders.map { $0.hasSuffix(".md") ? $0 : $0 + "/README.md" }
                .map { "config/examples/\($0)" }
            let others = [
                "Benchmarks/README.md", "config/dashboards/README.md", "CHANGELOG.md",
                "Tests/Fuzzing/README.md",
            ]
            return try all + (names + others).map(DocumentPage.init)
        }
    }

    /// The path from the folder of the package.
    let path: String
    let lines: [String]

    var description: String { path }

    init(_ path: String) throws {
        self.path = path
        lines = try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
            .components(separatedBy: "\n")
    }

    /// The fenced blocks, in their order.
    var blocks: [DocumentBlock] {
        var blocks: [DocumentBlock] = []
        var open: DocumentBlock?
        for (number, line) in lines.enumerated() {
            if line.hasPrefix("```") {
                if let block = open { blocks.append(block) }
                let words = line.dropFirst(3).split(separator: " ").map(String.init)
                open = open == nil ? DocumentBlock(page: path, line: number + 1, words: words) : nil
            } else {
                open?.lines.append(line)
            }
        }
        return blocks
    }

    /// The lines outside of blocks, with their numbers.
    var prose: [(number: Int, line: String)] {
        var isInside = false
        return lines.enumerated().compactMap { number, line in
            if line.hasPrefix("```") { isInside.toggle() }
            return isInside || line.hasPrefix("```") ? nil : (number + 1, line)
        }
    }

    /// The anchors of its headings, as they stand in links.
    var anchors: [String] {
        prose.compactMap { _, line in
            guard let heading = line.wholeMatch(of: /#+ (.+)/) else { return nil }
            let kept = heading.1.lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
            return kept.replacing(" ", with: "-")
        }
    }
}

/// A fenced block of a page.
struct DocumentBlock: CustomStringConvertible {
    let page: String
    /// The number of the line on which it opens.
    let line: Int
    /// What stands behind the fence: the language, and what the text is.
    let words: [String]
    var lines: [String] = []

    var description: String { "\(page):\(line)" }

    var language: String { words.first ?? "" }
    var text: String { lines.joined(separator: "\n") }

    /// The topic that a JSON block is a payload of.
    var topic: String? { words.count > 1 ? words[1] : nil }
    /// Whether the text says that the agent refuses it.
    var isRefused: Bool { words.contains("refused") }
}
