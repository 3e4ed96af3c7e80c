import Foundation
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// The page's files, as they are in the program.
@Suite struct MapPageTests {
    private static let folder = DocumentPage.root.appending(path: "Sources/geofence-agent/LiveMap/Page/page")

    private static func text(_ path: String) -> String {
        String(decoding: MapFile.own[path]?.bytes ?? [], as: UTF8.self)
    }

    @Test func `holds each file of the folder, byte for byte`() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        let paths = names.map { $0 == "index.html" ? "/" : "/\($0)" }
        #expect(Set(MapFile.own.keys) == Set(paths))
        for (name, path) in zip(names, paths) {
            let bytes = try Data(contentsOf: Self.folder.appending(path: name))
            #expect(MapFile.own[path]?.bytes == Array(bytes), "\(name)")
        }
    }

    /// A module with all that it imports at once; what it imports later, when somebody needs it, is not in
    /// it.
    private static func modules(behind path: String) -> Set<String> {
        var (found, open): (Set<String>, [String]) = ([path], [path])
        while let next = open.popLast() {
            let names = text(next).matches(of: /from "\.(\/[a-z-]+\.js)"/).map { String($0.output.1) }
            open += names.filter { found.insert($0).inserted }
        }
        return found
    }

    private static func size(_ paths: Set<String>) -> Int {
        paths.compactMap { MapFile.own[$0]?.bytes.count }.reduce(0, +)
    }

    @Test func `to look on takes no more than 90 kB of JavaScript`() {
        let first = Self.modules(behind: "/map.js")
        #expect(first.contains("/draw.js") && !first.contains("/edit.js"))
        #expect(Self.size(first) <= 90_000)
    }

    @Test(arguments: [
        "edit", "stops", "itinerary", "search", "history", "layers", "panel", "details", "why", "dialogs",
        "crowd", "conflict", "week",
    ])
    func `what somebody does takes no more than 40 kB besides`(_ name: String) {
        let later = Self.modules(behind: "/\(name).js").subtracting(Self.modules(behind: "/map.js"))
        #expect(later.contains("/\(name).js") && Self.size(later) <= 40_000)
    }

    @Test func `never makes HTML of a text`() {
        for path in MapFile.own.keys where path.hasSuffix(".js") {
            let text = Self.text(path)
            for word in [
                "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function", "innerHTML =",
            ] {
                #expect(!text.contains(word), "\(path): \(word)")
            }
        }
    }

    @Test func `keeps to its own policy: no script or style in the page, no other origin`() {
        let page = Self.text("/")
        #expect(page.contains("<script type=\"module\" src=\"map.js\"></script>"))
        for word in ["style=", "<style", "onclick", "http://", "https://", "src=\"/", "href=\"/"] {
            #expect(!page.contains(word), "\(word)")
        }
        for path in MapFile.own.keys {
            let text = Self.text(path)
            #expect(!text.contains("https://"), "\(path)")
            #expect(!text.contains("\"/api"), "\(path): a proxy's prefix would be lost")
        }
    }
}
