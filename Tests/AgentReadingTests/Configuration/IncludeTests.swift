import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// Files that a configuration includes.
@Suite struct IncludeTests {
    private let folder: ConfigurationFolder

    init() throws {
        folder = try ConfigurationFolder()
        try folder.makeFolder(of: "parts/deep/x")
    }

    private static func text(_ rest: String) -> String { "{\"mqtt\":{\"host\":\"h\"},\(rest)}" }
    private static func source(_ topic: String) -> String {
        "\"sources\":[{\"topic\":\"\(topic)/{device}\"}]"
    }
    private static func fence(_ id: String) -> String { "{\"id\":\"\(id)\",\"wifi\":[\"n\"]}" }

    private func write(_ name: String, _ text: String) { folder.write(name, text.utf8) }

    @Test func `adds sources, fences and points of other files, each relative to its own`() throws {
        write(
            "parts/a.json",
            "{\(Self.source("a")),\"fences\":[\(Self.fence("a"))],\"include\":[\"deep/*.json\"]}"
        )
        write(
            "parts/deep/b.json",
            "{\(Self.source("b")),\"fenceFiles\":[\"f.csv\"],\"pois\":{\"files\":[\"p.csv\"]}}"
        )
        write("parts/deep/f.csv", "id,latitude,longitude,radius\nfile,1,2,50\n")
        write("parts/deep/p.csv", "id,latitude,longitude\nshop,1,2\n")
        let rest = #""include":["parts/*.json"],"pois":{},"rules":{"enterAfter":7},"#
        let configuration = try folder.load(
            Self.text(rest + Self.source("own") + ",\"fences\":[\(Self.fence("own"))]")
        )
        #expect(configuration.sources.map(\.topic.filter) == ["own/+", "a/+", "b/+"])
        #expect(configuration.fences.map(\.id.description) == ["own", "a", "file"])
        #expect(configuration.fences.map(\.rules.enterAfter) == [7, 7, 7])
        #expect(configuration.pois?.table.count == 1)
        #expect(configuration.warnings == [])
    }

    @Test func `sources may stand in an included file alone`() throws {
        write("s.json", "{\(Self.source("a"))}")
        #expect(try folder.load(Self.text(#""include":["s.json"]"#)).sources.count == 1)
        write("s.json", "{}")
        let missing =
            "agent.json:1:1: sources: missing; name at least one, such as { \"topic\": \"fleet/{device}/location\" }"
        #expect(folder.errors(Self.text(#""include":["s.json"]"#)) == [missing])
    }

    @Test func `says what is wrong in each file, with its line and column`() {
        write(
            "a.json",
            "{\n \"sources\": [{\"topic\":\"a/#\"}],\n \"fences\": [{\"id\":\"x\"}],\n \"mqtt\": {}}"
        )
        write("b.json", "{\n  nonsense")
        let errors = folder.errors(
            Self.text(#""include":["a.json","b.json","none.json",5],"# + Self.source("own"))
        )
        #expect(errors.contains("agent.json:1:51: include[2]: no such file: none.json"))
        #expect(
            errors.contains("agent.json:1:63: include[3]: must be a string in quotation marks, not a number")
        )
        #expect(errors.contains { $0.hasPrefix("a.json:2:") })
        #expect(errors.contains { $0.hasPrefix("a.json:3:") })
        #expect(
            errors.contains(
                "a.json:4:2: mqtt: belongs into the configuration itself; included files have sources, fences and points"
            )
        )
        #expect(errors.contains { $0.hasPrefix("b.json:2:3: ") })
        #expect(errors.first?.hasPrefix("agent.json") == true)
    }

    @Test func `holds sources and ids of all files against each other`() {
        write("a.json", "{\(Self.source("own")),\"fences\":[\(Self.fence("x"))]}")
        let errors = folder.errors(
            Self.text("\"include\":[\"a.json\"],\(Self.source("own")),\"fences\":[\(Self.fence("x"))]")
        )
        #expect(errors.count == 2)
        #expect(
            errors.contains {
                $0.hasPrefix("a.json:1:22: sources[0].topic: ") && $0.contains("sources[0] takes too")
            }
        )
        #expect(errors.contains { $0.contains("fences[0].id: \"x\" is the id of fences[0] too") })
    }

    @Test func `no file is read twice, and none includes itself`() throws {
        write("a.json", "{\(Self.source("a")),\"include\":[\"b.json\"]}")
        write("b.json", #"{"include":["a.json"]}"#)
        let again = "b.json:1:13: include[0]: a.json is read already; no file is included twice, or by itself"
        #expect(folder.errors(Self.text(#""include":["a.json"]"#)) == [again])
        write("b.json", #"{"include":["../\#(folder.path.split(separator: "/").last ?? "")/a.json"]}"#)
        #expect(folder.errors(Self.text(#""include":["a.json"]"#)).count == 1)
        // A pattern passes over what is read already, and the file that it stands in.
        write("b.json", "{}")
        #expect(try folder.load(Self.text(#""include":["a.json","*.json"]"#)).sources.count == 1)
    }

    @Test func `has bounds`() {
        for level in 1...10 { write("\(level).json", "{\"include\":[\"\(level + 1).json\"]}") }
        let deep = folder.errors(Self.text(#""include":["1.json"],"# + Self.source("a")))
        #expect(
            deep == ["8.json:1:13: include[0]: is the 9th level of files within files; at most 8 are read"]
        )
        for number in 0...256 { write("parts/\(number).json", "{}") }
        let many = folder.errors(Self.text(#""include":["parts/*.json"],"# + Self.source("a")))
        #expect(many == ["agent.json:1:33: include[0]: with this more than 256 files are included"])
    }

    @Test func `a file that changes gives another fingerprint`() throws {
        let text = Self.text(#""include":["a.json"],"# + Self.source("own"))
        write("a.json", #"{"sources":[{"topic":"${T}/{device}"}]}"#)
        let first = try folder.load(text, environment: ["T": "x"])
        #expect(first.sources.last?.topic.filter == "x/+")
        #expect(try folder.load(text, environment: ["T": "y"]).hash != first.hash)
        write("a.json", #"{"sources":[{"topic":"x/{device}" }]}"#)
        #expect(try folder.load(text).hash != first.hash)
        #expect(try folder.load(text).hash == folder.load(text).hash)
    }

    @Test func `points need their settings in the configuration itself`() {
        write("a.json", #"{"pois":{"files":["p.csv"]}}"#)
        #expect(
            folder.errors(Self.text(#""include":["a.json"],"# + Self.source("a")))
                == [#"a.json:1:18: pois.files: needs "pois" in the configuration itself, be it {}"#]
        )
        write("a.json", #"{"pois":{"files":["p.csv"],"nearest":3}}"#)
        #expect(
            folder.errors(Self.text(#""include":["a.json"],"# + Self.source("a"))).contains {
                $0.contains(#"nearest: belongs into "pois" of the configuration itself"#)
            }
        )
    }
}
