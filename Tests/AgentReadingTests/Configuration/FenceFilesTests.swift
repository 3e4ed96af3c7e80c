import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// What a configuration makes of the files in `fenceFiles`.
@Suite struct FenceFilesTests {
    private let folder: ConfigurationFolder

    init() throws {
        folder = try ConfigurationFolder()
        try folder.makeFolder(of: "fences/x")
    }

    private func text(_ files: String, _ rest: String = "") -> String {
        "{\"mqtt\":{\"host\":\"h\"},\(ConfigurationErrorTests.source),\"fenceFiles\":\(files)\(rest)}"
    }

    private static func circle(_ id: String, _ rest: String = "") -> String {
        FenceDocuments.feature("Point", "[1,2]", "\"radius\":50\(rest)", "\"id\":\"\(id)\",")
    }

    private func write(_ name: String, _ features: String...) {
        let text = "{\"type\":\"FeatureCollection\",\"features\":[\n\(features.joined(separator: ",\n"))\n]}"
        folder.write("fences/\(name)", text.utf8)
    }

    @Test func `takes files in the order of their names, with the general rules`() throws {
        write("b.geojson", Self.circle("b"), Self.circle("c", #","rules":{"exitAfter":3}"#))
        write("a.geojson", Self.circle("a"))
        write("other.txt", Self.circle("no"))
        let configuration = try folder.load(
            text(
                #"["fences/*.geojson","fences/a.geojson"]"#,
                #","rules":{"enterAfter":7},"fences":[{"id":"z","wifi":["n"]}]"#
            )
        )
        #expect(configuration.fences.map(\.id.description) == ["z", "a", "b", "c"])
        #expect(configuration.fences.map(\.rules.enterAfter) == [7, 7, 7, 7])
        #expect(configuration.fences.map(\.rules.exitAfter) == [0, 0, 0, 3])
        let files = [
            FenceFile(path: folder.path + "fences/a.geojson", fences: 1..<2),
            FenceFile(path: folder.path + "fences/b.geojson", fences: 2..<4),
        ]
        #expect(configuration.fenceFiles == files)
        #expect(configuration.warnings == [])
    }

    /// The agent's list has equal terms once: where the configuration's had not, it would have other fences.
    @Test func `fences are in memory once, also where those of the configuration and of files are alike`()
        throws
    {
        write("a.geojson", Self.circle("a"), Self.circle("b"))
        write("c.geojson", Self.circle("c"))
        let own = #","fences":[{"id":"z","latitude":2,"longitude":1,"radius":9}]"#
        let fences = try folder.load(text(#"["fences/*.geojson"]"#, own)).fences
        #expect(fences.map(\.id.description) == ["z", "a", "b", "c"])
        #expect(fences.allSatisfy { $0.sharesTerms(with: fences[0]) })
        #expect(zip(fences, ConfiguredFences(fences).all).allSatisfy { $0.isSame(as: $1) })
    }

    @Test func `has another fingerprint when a file changes`() throws {
        write("a.geojson", Self.circle("a"))
        let before = try folder.load(text(#"["fences/*"]"#)).hash
        write("a.geojson", Self.circle("b"))
        #expect(try folder.load(text(#"["fences/*"]"#)).hash != before)
    }

    @Test func `tells what is wrong in all files at once`() throws {
        write("a.geojson", Self.circle("a", #","wifi":7"#))
        folder.write("fences/b.geojson", "{".utf8)
        let errors = folder.errors(text(#"["fences/*","fences/none.geojson"]"#, #","log":{"level":"x"}"#))
        let expected = [
            #"agent.json:1:82: fenceFiles[1]: no such file: fences/none.geojson"#,
            #"agent.json:1:120: log.level: "x" is unknown; one of trace, debug, info, notice, warning, error, critical"#,
            "fences/a.geojson:2:52: features[0].properties.wifi: must be a list in [ ], not a number",
            "fences/b.geojson:1:2: the file ends here, but a key in quotation marks is missing",
        ]
        #expect(errors == expected)
    }

    @Test func `refuses an id that is taken, and names both places`() throws {
        write("a.geojson", Self.circle("a"), Self.circle("z"))
        write(
            "b.geojson",
            Self.circle("b"),
            Self.circle("a"),
            Self.circle("g"),
            Self.circle("h", #","groups":["b","a"]"#)
        )
        let errors = folder.errors(
            text(#"["fences/*"]"#, #","fences":[{"id":"z","wifi":["n"],"groups":["g"]}]"#)
        )
        let expected = [
            #"fences/a.geojson:3:1: "z" is the id of a fence in agent.json too; give each fence its own"#,
            #"fences/b.geojson:3:1: "a" is the id of a fence in fences/a.geojson:2:1 too; give each fence its own"#,
            #"fences/b.geojson:4:1: "g" is a group in agent.json, whose events would look the same; call one of them something else"#,
            #"fences/b.geojson:5:1: its group "b" is called like the fence in fences/b.geojson:2:1, whose events would look the same; call the group something else"#,
            #"fences/b.geojson:5:1: its group "a" is called like the fence in fences/a.geojson:2:1, whose events would look the same; call the group something else"#,
        ]
        #expect(errors == expected)
    }

    @Test func `warns of a pattern that stands for nothing, and of what deserves a look`() throws {
        write("a.geojson", Self.circle("a", #","raduis":5"#))
        let warnings = try folder.load(text(#"["*.kml","fences/*"]"#)).warnings.map {
            folder.relative("\($0)")
        }
        let expected = [
            "agent.json:1:71: fenceFiles[0]: no file is called so; *.kml stands for none",
            #"fences/a.geojson:2:1: a: "raduis" is not read: did you mean "radius"?"#,
        ]
        #expect(warnings == expected)
    }

    @Test func `takes a folder's name literally`() throws {
        let name = "[x]*/a.geojson"
        try folder.makeFolder(of: name)
        folder.write(name, FenceDocuments.collection(Self.circle("a")).utf8)
        let path = folder.path + "[x]*/agent.json"
        folder.write("[x]*/agent.json", text(#"["*.geojson"]"#).utf8)
        let configuration = try Configuration.load(path: path, environment: [:])
        #expect(configuration.fences.map(\.id.description) == ["a"])
    }
}
