import Foundation
import Testing

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

    @Test func `has no more than 90 kB of JavaScript`() {
        let scripts = MapFile.own.filter { $0.key.hasSuffix(".js") }
        #expect(scripts.values.map(\.bytes.count).reduce(0, +) <= 90_000)
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
