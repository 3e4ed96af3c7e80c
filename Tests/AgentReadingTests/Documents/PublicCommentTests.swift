import Foundation
import Testing

/// Every public symbol of GeofenceCore has a doc comment.
@Suite struct PublicCommentTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Sources/GeofenceCore").standardizedFileURL

    /// The declarations of a source that are public and have no doc comment above them, by line.
    ///
    /// The cases of a public enum are public, too, and so are the members of a public protocol. Sources are
    /// formatted: they stand four columns deeper than the type.
    static func gaps(_ source: String) -> [Int] {
        let lines = source.components(separatedBy: "\n")
        var gaps: [Int] = []
        var enums: [Int] = []
        var protocols: [Int] = []
        for (number, line) in lines.enumerated() {
            let depth = line.prefix { $0 == " " }.count
            let text = line.dropFirst(depth)
            guard !text.isEmpty, !text.hasPrefix("//") else { continue }
            while let last = enums.last, depth <= last { enums.removeLast() }
            while let last = protocols.last, depth <= last { protocols.removeLast() }
            let words = text.split(separator: " ").filter { !$0.hasPrefix("@") }
            let isPublic = words.first == "public" && words.dropFirst().first != "extension"
            let isCase = text.hasPrefix("case ") && enums.last == depth - 4
            let isMember =
                protocols.last == depth - 4
                && ["associatedtype", "func", "init", "mutating", "static", "subscript", "var"]
                    .contains { words.first?.hasPrefix($0) == true }
            if isPublic || isCase || isMember {
                var above = number - 1
                while above >= 0, lines[above].drop(while: { $0 == " " }).hasPrefix("@") { above -= 1 }
                let isDocumented = above >= 0 && lines[above].drop { $0 == " " }.hasPrefix("///")
                if !isDocumented { gaps.append(number + 1) }
            }
            if isPublic, words.contains("enum") { enums.append(depth) }
            if isPublic, words.contains("protocol") { protocols.append(depth) }
        }
        return gaps
    }

    @Test func `there is no gap`() throws {
        let files = try #require(FileManager.default.enumerator(atPath: Self.folder.path))
        var count = 0
        // What has no name of its own beside that of the C library is imported, not declared.
        for case let name as String in files
        where name.hasSuffix(".swift") && !name.hasPrefix("CLibrary/") {
            let source = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
            #expect(Self.gaps(source).map { "\(name):\($0)" } == [])
            count += 1
        }
        #expect(count > 200)
    }

    @Test(arguments: [
        ("public struct A {\n    public let b = 1\n}", [1, 2]),
        ("/// A.\n@frozen\npublic struct A {\n    let b = 1\n}", []),
        ("/// A.\npublic enum A {\n    case b\n    /// C.\n    case c\n}\nenum D {\n    case e\n}", [3]),
        (
            "/// A.\npublic enum A {\n    var x: Int {\n        switch self {\n        case .b: 1\n        }\n    }\n}",
            []
        ),
        (
            "/// A.\npublic protocol A {\n    var b: Int { get }\n    /// C.\n    func c()\n    init(d: Int)\n}\nprotocol E {\n    func f()\n}",
            [3, 6]
        ),
        ("public extension A {\n    func b() {}\n}", []),
    ])
    func `gaps are found`(_ source: String, _ lines: [Int]) {
        #expect(Self.gaps(source) == lines)
    }
}
