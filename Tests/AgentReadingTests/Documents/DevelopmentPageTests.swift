import Foundation
import Testing

@testable import AgentTestSupport

/// Holds what `docs/development.md` says of the code against the code.
@Suite struct DevelopmentPageTests {
    /// The rows of the way of one position: a file, and the function by which it goes on there.
    private static var way: [(file: String, function: String)] {
        get throws {
            let lines = try DocumentPage("docs/development.md").lines
            let begun = lines.drop { $0 != "## The way of one position" }.dropFirst()
            return begun.prefix { !$0.hasPrefix("## ") }.compactMap { line in
                let cells = line.split(separator: "`", omittingEmptySubsequences: false)
                return cells.count == 5 ? (String(cells[1]), String(cells[3])) : nil
            }
        }
    }

    @Test func `a position's way from socket to socket is twelve files at most`() throws {
        let way = try Self.way
        #expect((8...12).contains(way.count))
        #expect(Set(way.map(\.file)).count == way.count)
        for (file, function) in way {
            let path = DocumentPage.root.appending(path: file)
            let text = try String(contentsOf: path, encoding: .utf8)
            #expect(text.contains("func \(function)("), "\(file) has no function \(function)")
        }
    }

    @Test func `the journal has one writer and one reader of inputs`() throws {
        let sources = DocumentPage.root.appending(path: "Sources/geofence-agent")
        let files = try #require(FileManager.default.enumerator(atPath: sources.path))
        var writers: [String] = []
        var readers: [String] = []
        for case let file as String in files where file.hasSuffix(".swift") {
            let text = try String(contentsOf: sources.appending(path: file), encoding: .utf8)
            if text.contains("Input.write(") || text.contains("input.write(") { writers.append(file) }
            if text.contains("Input(from:") { readers.append(file) }
        }
        #expect(writers == ["Tracking/Journal.swift"])
        #expect(readers == ["Tracking/Journal.swift"])
    }
}
